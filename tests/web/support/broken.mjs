// To see that a test fails when its feature is gone: GNTP_WEB_BREAK, a JSON object {file, find, replace}, changes a
// file of the page on its way to the browser (mutate.mjs).

export async function broken(context) {
  const text = process.env.GNTP_WEB_BREAK;
  if (!text) return;
  const { file, find, replace } = JSON.parse(text);
  await context.route(`**/app/${file}`, async (route) => {
    const response = await route.fetch();
    const before = await response.text();
    if (!before.includes(find)) throw new Error(`${file} has no '${find}'`);
    await route.fulfill({ response, body: before.replace(find, replace) });
  });
}
