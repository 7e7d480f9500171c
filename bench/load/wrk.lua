-- Prints the results of wrk as a line of JSON. Times are in microseconds.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"duration":%d,"p50":%d,"p99":%d,"unsuccessful":%d,"socketErrors":%d,"timeouts":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write, errors.timeout
  ))
end
