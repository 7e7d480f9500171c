import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The time for which a step waits for a state of the page (ms). */
const TIMEOUT = 15_000;
const POLL_INTERVAL = 50;

/**
 * What a browser must be able to do, whatever the protocol.
 * @typedef {object} Driver
 * @property {string} name
 * @property {(url: string) => Promise<void>} open
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(body: string, args: unknown[]) => Promise<unknown>} run runs the body of a function in the page
 * @property {(body: string, args: unknown[]) => Promise<void>} click clicks the element that the body returns
 * @property {(text: string) => Promise<void>} type types into the element that has the focus
 * @property {() => Promise<Buffer>} picture
 * @property {() => Promise<void>} close
 */

/** Functions that find elements in the page by the names that people see. */
const FIND = `
const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
const textOf = (element) => (element.getAttribute('aria-label') ?? element.innerText).trim();
const find = (selector, name) => [...document.querySelectorAll(selector)].find(
  (element) => isVisible(element) && textOf(element).startsWith(name));
const control = (name) => find('button, a, summary, [role=option]', name);
const field = (name) => {
  const label = find('label', name);
  return label?.control ?? document.getElementById(label?.htmlFor ?? '');
};`;

/** A page of the board in a browser, with the actions of a person. */
export class Page {
  #driver;
  #origin;
  #folder;

  /**
   * @param {Driver} driver
   * @param {{ origin: string, folder: string }} options `folder` receives the pictures
   */
  constructor(driver, { origin, folder }) {
    this.#driver = driver;
    this.#origin = origin;
    this.#folder = join(folder, driver.name);
  }

  /** Opens a path, and waits until the scripts of the page have run. @param {string} path */
  async open(path) {
    await this.#driver.open(new URL(path, this.#origin).href);
    // React adds a property to each element that it hydrates.
    await this.until(
      `the scripts of ${path} have run`,
      "return Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))",
    );
  }

  /** @type {(width: number, height: number) => Promise<void>} */
  resize(width, height) {
    return this.#driver.resize(width, height);
  }

  /** Runs the body of a function in the page. @type {(body: string, ...args: unknown[]) => Promise<unknown>} */
  run(body, ...args) {
    return this.#driver.run(FIND + body, args);
  }

  /**
   * Waits until the body returns a truthy value.
   * @type {(what: string, body: string, ...args: unknown[]) => Promise<void>}
   */
  async until(what, body, ...args) {
    const end = Date.now() + TIMEOUT;
    while (!(await this.run(body, ...args).catch(() => false))) {
      if (Date.now() > end) throw new Error(`Not so: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    }
  }

  /** Clicks a button, link or option whose text begins with `name`. @param {string} name */
  async click(name) {
    await this.until(`there is “${name}”`, 'return Boolean(control(arguments[0]))', name);
    await this.#driver.click(`${FIND} return control(arguments[0])`, [name]);
  }

  /** Types into the field whose label begins with `label`. @type {(label: string, text: string) => Promise<void>} */
  async fill(label, text) {
    await this.until(`there is the field “${label}”`, 'return Boolean(field(arguments[0]))', label);
    await this.run('const input = field(arguments[0]); input.focus(); input.select?.()', label);
    await this.#driver.type(text);
  }

  /** Selects the option whose text begins with `option`. @type {(label: string, option: string) => Promise<void>} */
  async select(label, option) {
    await this.until(
      `“${label}” offers “${option}”`,
      `const select = field(arguments[0]);
       const option = [...select.options].find(({ text }) => text.startsWith(arguments[1]));
       if (!option) return false;
       select.value = option.value;
       select.dispatchEvent(new Event('change', { bubbles: true }));
       return true;`,
      label,
      option,
    );
  }

  /** Waits until the URL matches. @param {string} path a regular expression */
  isAt(path) {
    return this.until(
      `the URL matches ${path}`,
      'return new RegExp(arguments[0]).test(location.pathname + location.search)',
      path,
    );
  }

  /** Waits until a text is visible. @param {string} text */
  shows(text) {
    return this.until(
      `the page shows “${text}”`,
      'return document.body.innerText.includes(arguments[0])',
      text,
    );
  }

  /** Takes a screenshot of the visible part of the page. @param {string} name */
  async picture(name) {
    // Wait for two frames and the end of transitions, because a picture may show an earlier frame.
    await this.run(`window.isPainted = false;
      const ends = document.getAnimations().map(({ effect, finished }) =>
        Number.isFinite(effect.getComputedTiming().endTime) && finished);
      Promise.allSettled(ends).then(() => requestAnimationFrame(() => requestAnimationFrame(() => {
        window.isPainted = true;
      })));`);
    await this.until('the page is painted', 'return window.isPainted');
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, `${name}.png`), await this.#driver.picture());
  }
}
