export async function drawPerformance() {
  return [''];
}
