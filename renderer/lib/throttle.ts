/**
 * Runs `work` at once, then at most once per `pause`, or ten times as long as it takes where that is longer: what is
 * asked for while it runs or rests happens once, afterwards.
 */
export function throttled(work: () => Promise<void>, pause: number): () => void {
  let busy = false;
  let again = false;

  async function run(): Promise<void> {
    busy = true;
    const began = performance.now();
    await work();
    setTimeout(rested, Math.max(pause, 10 * (performance.now() - began)));
  }

  function rested(): void {
    busy = false;
    if (!again) return;
    again = false;
    void run();
  }

  return () => {
    if (busy) again = true;
    else void run();
  };
}
