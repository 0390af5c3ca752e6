// Starts the real `gntp serve` and stops it again.
import { spawn } from 'node:child_process';
import readline from 'node:readline';

// options: further arguments; env: added to the environment. {address, stop}
export function startServer(gntp, runs, options = [], env = {}) {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(gntp, ['serve', ...runs, ...port, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said = [];
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (!line.startsWith('{')) return;
      const { address } = JSON.parse(line);
      if (address) resolve({ address: new URL(address).origin, stop, said });
    });
    ended.then((status) =>
      reject(new Error(`the server ended (${status}) before it said where it is:\n${said.join('\n')}`)),
    );
  });
}
