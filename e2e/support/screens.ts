import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow } from './fixtures.ts';

/** Checks overflow and accessibility at the sizes of a phone and a laptop, in the light and dark themes. */
export async function expectAccessibleScreens(page: Page): Promise<void> {
  await freezeToasts(page);
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    if (width < 768) await expectLargeTargets(page);
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page);
    await expectAccessible(page);
  }
}

/** The controls that a finger may touch. */
const TARGETS = 'a, button, input, select, textarea, summary, [role="button"], [role="option"]';

/**
 * Fails if the area of a control that reacts to a touch is narrower or lower than 44 px. Links in a line of text may be
 * lower. https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced.html
 */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.locator(TARGETS).evaluateAll((all) => {
    const MIN = 44;
    const areaOf = (element: Element) => {
      // A label extends a checkbox. A pseudo-element extends a link over its card, and a small button over its edges.
      const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
      const boxes = [element, label].flatMap((one) => (one ? one.getBoundingClientRect() : []));
      const styles = ['::before', '::after'].map((part) => getComputedStyle(element, part));
      const parts = styles.flatMap(({ position, width, height }) =>
        position === 'absolute' ? { width: parseFloat(width), height: parseFloat(height) } : [],
      );
      const largest = (side: 'width' | 'height') =>
        Math.max(...[...boxes, ...parts].map((box) => Math.ceil(box[side])));
      return { width: largest('width'), height: largest('height') };
    };
    const canBeTouched = (element: Element) =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      }) &&
      !element.matches(':disabled') &&
      !element.closest('.skip-link, [inert]');
    const isInText = (element: Element) => getComputedStyle(element).display === 'inline';
    return all
      .filter((element) => canBeTouched(element) && !isInText(element))
      .map((element) => ({ ...areaOf(element), element: element.outerHTML.slice(0, 150) }))
      .filter(({ width, height }) => width < MIN || height < MIN);
  });
  expect(small, 'small targets').toEqual([]);
}

/** Waits until no list is dimmed and no color transition is running, because axe measures colors. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator('div[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

/** Keeps fading toasts opaque while axe measures them. */
export async function freezeToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(
      '[data-sonner-toast] { opacity: 1 !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(styles);
  });
}
