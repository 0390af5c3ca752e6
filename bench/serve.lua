-- For wrk: requests in a random order out of the file that GNTP_PATHS names; results as a line of JSON.
local paths = {}
for line in io.lines(os.getenv("GNTP_PATHS")) do
  paths[#paths + 1] = line
end

local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init()
  math.randomseed(1000 + number)
end

function request()
  return wrk.format("GET", paths[math.random(#paths)])
end

function done(summary, latency)
  local errors = summary.errors
  local text = '{"requests": %d, "per_second": %.0f, "p50_ms": %.2f, "p99_ms": %.2f, "max_ms": %.1f, '
  text = text .. '"lost": %d, "not_200": %d}\n'
  io.write(string.format(text, summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
    errors.connect + errors.read + errors.write + errors.timeout, errors.status))
end
