import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow } from './fixtures.ts';

/** Checks overflow, touch targets and accessibility on a phone and a laptop, in the light and dark themes. */
export async function expectAccessibleScreens(page: Page): Promise<void> {
  // A page that a popup has just opened may not have its styles yet.
  await page.waitForLoadState();
  await stopTransitions(page);
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page);
    if (width < 768) await expectLargeTargets(page);
    await expectAccessible(page);
  }
}

/** The controls that a finger may touch. */
const TARGETS = 'a, button, input, select, textarea, summary, [role="button"], [role="option"]';

/**
 * Fails if the area of a control that reacts to a touch is smaller than 44 × 44 px. Inline links may be smaller.
 * https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced.html
 */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.locator(TARGETS).evaluateAll((all) => {
    /** 44 px, minus rounding errors. */
    const MIN = 43.9;
    // A label extends a checkbox. A pseudo-element extends a link over its card, and a button beyond its edges.
    const areasOf = (element: Element) => {
      const label =
        element.matches('[type="checkbox"], [type="radio"]') && element.closest('label');
      const boxes = [element, label].flatMap((one) => (one ? one.getBoundingClientRect() : []));
      const parts = ['::before', '::after'].flatMap((part) => {
        const { content, position, width, height } = getComputedStyle(element, part);
        const isArea = content !== 'none' && position === 'absolute';
        return isArea ? { width: parseFloat(width), height: parseFloat(height) } : [];
      });
      return [...boxes, ...parts].map(({ width, height }) => ({ width, height }));
    };
    const canBeTouched = (element: Element) =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      }) &&
      !element.matches(':disabled') &&
      !element.closest('.skip-link, [inert]');
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
    return all
      .filter((element) => canBeTouched(element) && !isInline(element))
      .map((element) => ({ element: element.outerHTML.slice(0, 150), areas: areasOf(element) }))
      .filter(({ areas }) => !areas.some(({ width, height }) => width >= MIN && height >= MIN));
  });
  expect(small, 'small targets').toEqual([]);
}

/** Waits until no list and no button is dimmed. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator(':is(div, .button)[aria-busy="true"]')).toHaveCount(0);
}

/** Ends fading and other transitions at once, because axe measures colors. A button fades when the pointer leaves it. */
export async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(
      '*, ::before, ::after { transition: none !important } [data-sonner-toast] { opacity: 1 !important }',
    );
    document.adoptedStyleSheets.push(styles);
  });
}
