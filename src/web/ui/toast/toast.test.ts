import { expect, test } from 'vitest';
import { attachToaster, onToastQueued, showToast, type Toast } from './toast.ts';

test('toasts requested before the toaster is loaded appear later, in the same order', () => {
  let queued = 0;
  const unsubscribe = onToastQueued(() => {
    queued += 1;
  });
  showToast('error', 'one');
  showToast('success', 'two');
  expect(queued).toBe(2);
  const shown: Toast[] = [];
  const detach = attachToaster((toast) => shown.push(toast));
  showToast('success', 'three');
  expect(shown.map(({ message }) => message)).toEqual(['one', 'two', 'three']);
  expect(queued).toBe(2);
  detach();
  showToast('error', 'four');
  expect(queued).toBe(3);
  unsubscribe();
  // A listener that is added late is called for toasts that are already in the queue.
  onToastQueued(() => {
    queued += 1;
  })();
  expect(queued).toBe(4);
  attachToaster((toast) => shown.push(toast))();
  expect(shown).toHaveLength(4);
});
