import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inPath, isProgram } from '../find-program.mjs';

/** @typedef {import('./page.mjs').Driver} Driver */

/**
 * The last versions that run on Node 20. The packages are installed when needed, because they are larger than the
 * project.
 */
const PACKAGES = ['puppeteer-core@24', 'selenium-webdriver@4.34'];

/** The time in which the driver of WebKit must start (ms). */
const START_TIMEOUT = 15_000;

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/browsers');

/** Loads a package. The first call installs all of `PACKAGES`. @param {string} name */
async function load(name) {
  const require = createRequire(join(CACHE, 'index.js'));
  const resolve = () => {
    try {
      return require.resolve(name);
    } catch {
      return undefined;
    }
  };
  if (!resolve()) {
    mkdirSync(CACHE, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', '--prefix', CACHE, ...options, ...PACKAGES], {
      stdio: 'inherit',
    });
  }
  return import(pathToFileURL(require.resolve(name)).href);
}

/**
 * Finds a program.
 * @param {string[]} names
 * @param {string} debianPackage
 */
function program(names, debianPackage) {
  const found = inPath(names).find(isProgram);
  if (!found) throw new Error(`${names[0]} is missing; apt-get install ${debianPackage}`);
  return found;
}

/** Starts Firefox over WebDriver BiDi, which needs no driver program. @returns {Promise<Driver>} */
export async function startFirefox() {
  const executablePath = program(['firefox-esr', 'firefox'], 'firefox-esr');
  const { launch } = await load('puppeteer-core');
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  /** @type {(body: string, args: unknown[]) => string} */
  const call = (body, args) => `(function () { ${body} }).apply(null, ${JSON.stringify(args)})`;
  return {
    name: 'firefox',
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (body, args) => page.evaluate(call(body, args)),
    async click(body, args) {
      const element = await page.evaluateHandle(call(body, args));
      await element.asElement().click();
    },
    type: (text) => page.keyboard.type(text),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

/** Starts WebKitGTK over WebDriver, on a display of its own. @returns {Promise<Driver>} */
export async function startWebKit() {
  const driverProgram = program(['WebKitWebDriver'], 'webkit2gtk-driver');
  const display = await startDisplay();
  const port = await freePort();
  const service = spawn(driverProgram, [`--port=${port}`], {
    stdio: 'ignore',
    // The sandbox of WebKit's web process cannot start if the user is root.
    env: {
      ...process.env,
      DISPLAY: display,
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  process.once('exit', () => service.kill());
  const { Builder, Capabilities } = await load('selenium-webdriver');
  await answers(`http://127.0.0.1:${port}/status`);
  const session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
      }),
    )
    .build();
  return {
    name: 'webkit',
    open: (url) => session.get(url),
    // The window includes a toolbar, and cannot be narrower than about 450 pixels.
    resize: (width, height) => session.manage().window().setRect({ width, height, x: 0, y: 0 }),
    run: (body, args) => session.executeScript(body, ...args),
    async click(body, args) {
      const element = await session.executeScript(body, ...args);
      await element.click();
    },
    type: async (text) => (await session.switchTo().activeElement()).sendKeys(text),
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: () => session.quit(),
  };
}

/** The path of WebKitGTK's own browser, which is in a folder of its library. */
function miniBrowser() {
  const folders = readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => ['4.1', '6.0'].map((api) => `/usr/lib/${name}/webkit2gtk-${api}`));
  const found = folders.map((folder) => join(folder, 'MiniBrowser')).find(isProgram);
  if (!found) throw new Error('MiniBrowser is missing; apt-get install webkit2gtk-driver');
  return found;
}

/** Starts a virtual display and returns its name. Xvfb writes the number of the display to file descriptor 3. */
async function startDisplay() {
  const xvfb = spawn(
    program(['Xvfb'], 'xvfb'),
    [...['-displayfd', '3', '-screen', '0', '1400x1100x24']],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  process.once('exit', () => xvfb.kill());
  const [number] = await once(
    /** @type {import('node:stream').Readable} */ (xvfb.stdio[3]),
    'data',
  );
  return `:${String(number).trim()}`;
}

/** Waits until a server answers. @param {string} url */
async function answers(url) {
  const end = Date.now() + START_TIMEOUT;
  for (;;) {
    try {
      return await fetch(url);
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
