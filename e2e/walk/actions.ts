import type { BrowserContext, Locator, Page } from '@playwright/test';
import { pick } from '#tests/support/random.mjs';

/** A step of a walk. It can be repeated in another browser. */
export type Action =
  | { do: 'click' | 'open in a new tab' | 'focus'; role: Role; name: string; nth: number }
  | { do: 'type' | 'choose'; role: Role; name: string; nth: number; text: string }
  | { do: 'press'; text: string }
  | { do: 'resize'; text: string }
  | { do: 'back' | 'forward' | 'reload' | 'lose the network' | 'lose the session' };

/** The roles of the elements that people use. `summary` and `date` are elements to which ARIA gives no role. */
const ROLES = [
  ...['link', 'button', 'searchbox', 'textbox', 'combobox', 'spinbutton'],
  ...['checkbox', 'radio', 'option', 'summary', 'date'],
] as const;

const FIELDS = ['searchbox', 'textbox', 'spinbutton', 'combobox', 'date'] as const;

type Role = (typeof ROLES)[number] | string;

type Seen = { role: Role; name: string; nth: number };

/** An element that a person can use now, and what it is for: the page of a link, or the name of anything else. */
type Usable = { element: Seen; use: string };

/** An element of a page's accessibility tree: its role, its name and its attributes. */
const NODE = /^\s*- (?:'(.*)'|(.*?)):?\s*$/;
const URL_LINE = /^\s*- \/url: "?([^"]*)/;
const PARTS = /^(\w+)(?: "((?:[^"\\]|\\.)*)")?(.*)/;

/** Widths of a phone, a tablet and a laptop, and a window that is zoomed to 200 % on a phone. */
const SIZES = ['1280x800', '768x1024', '360x740', '320x480'];

const TEXTS = [
  'e',
  'engineer',
  'Berlin',
  '100k',
  'zxqv kjqw',
  'x'.repeat(300),
  '<b>"quoted" & \\escaped</b>',
  'مهندس برمجيات',
  '2027-03-04',
  'ada@example.com',
  'https://example.com/apply',
];

const KEYS = [
  'Enter',
  'Escape',
  'Tab',
  'Shift+Tab',
  'Space',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageDown',
];

/** How often each kind of step is taken. */
const WEIGHTS: Record<string, number> = {
  link: 30,
  button: 18,
  type: 14,
  choose: 10,
  check: 6,
  press: 9,
  back: 12,
  forward: 3,
  summary: 6,
  focus: 3,
  reload: 2,
  resize: 3,
  tab: 2,
  network: 1,
  session: 0.5,
};

/** How often elements for the same use were used. */
export type Uses = Map<string, number>;

/**
 * Chooses the next step from what a person sees on the page. Half of the time, it uses what was used least, so that a walk
 * reaches every screen.
 */
export async function chooseAction(page: Page, random: () => number, uses: Uses): Promise<Action> {
  const all = await see(page);
  const isField = ({ element: { role } }: Usable) => FIELDS.some((field) => field === role);
  const countOf = ({ use }: Usable) => uses.get(use) ?? 0;
  /** Chooses a use and then an element for it, because a list has many links to pages of the same kind. */
  const from = (usable: Usable[]): Usable => {
    const use = pick(random, [...new Set(usable.map((one) => one.use))]);
    const chosen = pick(
      random,
      usable.filter((one) => one.use === use),
    );
    uses.set(use, countOf(chosen) + 1);
    return chosen;
  };
  /** Types into a field, and clicks anything else. */
  const act = (usable: Usable[]): Action => {
    const chosen = from(usable);
    if (!isField(chosen)) return { do: 'click', ...chosen.element };
    return { do: 'type', ...chosen.element, text: pick(random, TEXTS) };
  };
  if (random() < 0.5 && all.length > 0) {
    const fewest = Math.min(...all.map(countOf));
    return act(all.filter((one) => countOf(one) === fewest));
  }
  const byRole = (...roles: Role[]) => all.filter(({ element }) => roles.includes(element.role));
  const fields = byRole(...FIELDS);
  const links = byRole('link');
  const selects = await selectsOf(page);
  const unless = (usable: unknown[], make: () => Action) => usable.length > 0 && make;
  const actOn = (...roles: Role[]) => {
    const usable = byRole(...roles);
    return unless(usable, () => act(usable));
  };
  const kinds: Record<string, (() => Action) | false> = {
    link: actOn('link'),
    button: actOn('button', 'option'),
    check: actOn('checkbox', 'radio'),
    summary: actOn('summary'),
    type: actOn(...FIELDS),
    focus: unless(fields, () => ({ do: 'focus', ...from(fields).element })),
    choose: unless(selects, () => {
      const { options, ...select } = pick(random, selects);
      return { do: 'choose', ...select, text: pick(random, options) };
    }),
    press: () => ({ do: 'press', text: pick(random, KEYS) }),
    back: () => ({ do: 'back' }),
    forward: () => ({ do: 'forward' }),
    reload: () => ({ do: 'reload' }),
    resize: () => ({ do: 'resize', text: pick(random, SIZES) }),
    tab: unless(links, () => ({ do: 'open in a new tab', ...from(links).element })),
    network: () => ({ do: 'lose the network' }),
    session: () => ({ do: 'lose the session' }),
  };
  const possible = Object.entries(kinds).flatMap(([kind, make]) =>
    make ? [{ make, weight: WEIGHTS[kind] ?? 0 }] : [],
  );
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const { make, weight } of possible) {
    left -= weight;
    if (left < 0) return make();
  }
  return { do: 'back' };
}

/** The elements that a person can use, as the accessibility tree names them. A modal dialog hides the page behind it. */
async function see(page: Page): Promise<Usable[]> {
  const scope = await scopeOf(page);
  const counts = new Map<string, number>();
  const seen: Usable[] = [];
  const add = (role: Role, name: string) => {
    const nth = counts.get(`${role} ${name}`) ?? 0;
    counts.set(`${role} ${name}`, nth + 1);
    seen.push({ element: { role, name, nth }, use: `${role} ${name}` });
  };
  /** How far the select box is indented whose options follow. */
  let selectBox = Number.POSITIVE_INFINITY;
  for (const line of (await scope.ariaSnapshot()).split('\n')) {
    const indent = line.search(/\S/);
    if (indent <= selectBox) selectBox = Number.POSITIVE_INFINITY;
    const [, url] = URL_LINE.exec(line) ?? [];
    const link = seen.at(-1);
    if (url && link?.element.role === 'link') link.use = `link to ${routeOf(url)}`;
    const [, quoted, plain = ''] = NODE.exec(line) ?? [];
    const [, role = '', name = '', attributes = ''] =
      PARTS.exec(quoted?.replaceAll("''", "'") ?? plain) ?? [];
    if (role === 'combobox') selectBox = indent;
    if (role === 'option' && selectBox < indent) {
      // Its options are chosen, and nothing is typed into it.
      if (seen.at(-1)?.element.role === 'combobox') seen.pop();
      continue;
    }
    if (!ROLES.some((known) => known === role) || attributes.includes('[disabled]')) continue;
    add(role, name.replace(/\\(.)/g, '$1'));
  }
  for (const [role, selector] of Object.entries(WITHOUT_ROLE)) {
    const count = await scope.locator(`${selector}:visible`).count();
    for (let index = 0; index < count; index++) add(role, '');
  }
  return seen;
}

/** A page without what differs between pages of the same kind: its ids and what is searched. */
const routeOf = (url: string): string =>
  url.replace(/[?#].*/, '').replaceAll(/[\da-f-]{36}|(?<=\/)[^/]*\d[^/]*/g, ':id');

const SELECT = 'select:enabled';

const WITHOUT_ROLE: Record<string, string> = { summary: 'summary', date: 'input[type=date]' };

/** The select boxes with their options. */
async function selectsOf(page: Page) {
  const found = (await scopeOf(page)).locator(`${SELECT}:visible`);
  const options = await found.evaluateAll((all) =>
    all.map((select) => Array.from((select as HTMLSelectElement).options, ({ label }) => label)),
  );
  return options.map((labels, nth) => ({ role: 'select', name: '', nth, options: labels }));
}

/** What a person can use: the page, or the modal dialog in front of it. */
async function scopeOf(page: Page): Promise<Locator> {
  const dialog = page.locator('dialog:modal');
  return (await dialog.count()) > 0 ? dialog.last() : page.locator('body');
}

/** Finds the element of a step. */
function locate(scope: Locator, { role, name, nth }: Seen): Locator {
  const selector = role === 'select' ? SELECT : WITHOUT_ROLE[role];
  if (selector) return scope.locator(`${selector}:visible`).nth(nth);
  const options = name === '' ? {} : { name, exact: true };
  return scope.getByRole(role as 'link', options).nth(nth);
}

/** How long an element may be covered or move before a step is given up (ms). */
const TIMEOUT = 10_000;

type Place = { page: Page; context: BrowserContext };

/**
 * Takes a step. Returns false if a person cannot take it: the element does not exist, as in a path from which steps were
 * removed, or something that is open covers it.
 */
export async function takeAction(place: Place, action: Action): Promise<boolean> {
  const element = 'role' in action ? locate(await scopeOf(place.page), action) : undefined;
  if (element && (await element.count()) === 0) return false;
  try {
    return await perform(place, action, element);
  } catch (error) {
    // A toast may have closed by itself in the meantime.
    if (element && (await element.count()) === 0) return false;
    throw error;
  }
}

async function perform(
  { page, context }: Place,
  action: Action,
  element: Locator | undefined,
): Promise<boolean> {
  // Some links are outside the page until the keyboard reaches them.
  let isOutside = false;
  if (element) {
    // A person sees an element before using it. The router records only positions at which a frame was drawn.
    await element.scrollIntoViewIfNeeded({ timeout: TIMEOUT });
    await page.evaluate(drawFrames);
    if (await element.evaluate(isCovered)) return false;
    isOutside = await element.evaluate((one) => one.getBoundingClientRect().bottom < 0);
  }
  switch (action.do) {
    case 'click':
      await (isOutside ? element?.press('Enter') : element?.click({ timeout: TIMEOUT }));
      break;
    case 'open in a new tab':
      if (isOutside) return false;
      await element?.click({ timeout: TIMEOUT, modifiers: ['ControlOrMeta'] });
      break;
    case 'focus':
      await element?.click({ timeout: TIMEOUT });
      break;
    case 'type':
      await element?.click({ timeout: TIMEOUT });
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(action.text.slice(0, -1));
      await page.keyboard.type(action.text.slice(-1));
      break;
    case 'choose':
      await element?.selectOption({ label: action.text }, { timeout: TIMEOUT });
      break;
    case 'press':
      // The browser's own calendar takes the next click, wherever it is.
      if (action.text === 'Space' && (await page.locator('input[type=date]:focus').count()) > 0) {
        return false;
      }
      await page.keyboard.press(action.text);
      break;
    case 'resize': {
      const [width = 0, height = 0] = action.text.split('x').map(Number);
      await page.setViewportSize({ width, height });
      break;
    }
    case 'back':
      await page.evaluate(goBack);
      break;
    case 'forward':
      await page.evaluate(() => history.forward());
      break;
    case 'reload':
      // Without a network, the browser shows a page of its own.
      await page.reload().catch((error: Error) => {
        if (!error.message.includes('ERR_INTERNET_DISCONNECTED')) throw error;
      });
      break;
    case 'lose the network':
      await context.setOffline(true);
      break;
    case 'lose the session':
      await context.clearCookies();
  }
  return true;
}

/** Waits until the browser has drawn two frames. Runs in the page. */
function drawFrames(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  );
}

/** Whether open suggestions or a sheet cover an element, so that a person does not see it. Runs in the page. */
function isCovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const cover = document
    .elementFromPoint(x + width / 2, y + height / 2)
    ?.closest('[role=listbox], :popover-open');
  return (cover != null && !cover.contains(element)) || element.closest('[inert]') !== null;
}

/** Goes back, but not to the empty page before the board. Runs in the page. */
function goBack(): void {
  const { currentEntry } = Reflect.get(window, 'navigation') as { currentEntry: { index: number } };
  if (currentEntry.index > 1) history.back();
}

/** A step in words, for the report of a failure. */
export const describeAction = (action: Action): string => {
  const { do: verb, ...details } = action;
  const {
    role = '',
    name = '',
    nth = 0,
    text,
  } = { text: undefined, ...details } as {
    role?: string;
    name?: string;
    nth?: number;
    text?: string;
  };
  return [
    verb,
    role,
    name && JSON.stringify(name),
    nth > 0 && `(${nth + 1})`,
    text !== undefined && JSON.stringify(text),
  ]
    .filter(Boolean)
    .join(' ');
};
