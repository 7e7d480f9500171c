/** @typedef {import('./page.mjs').Page} Page */

const WIDTHS = [360, 768, 1_280];

/** Features that some browsers lack, each with an expression that is true if this browser has the feature. */
const FEATURES = {
  popover: "'popover' in HTMLElement.prototype",
  'invoker commands': "'command' in HTMLButtonElement.prototype",
  ':has()': "CSS.supports('selector(:has(a))')",
  subgrid: "CSS.supports('grid-template-rows', 'subgrid')",
  'text-wrap: balance': "CSS.supports('text-wrap', 'balance')",
  'text-wrap: pretty': "CSS.supports('text-wrap', 'pretty')",
  'light-dark()': "CSS.supports('color', 'light-dark(red, blue)')",
  'rel=expect': "document.createElement('link').relList.supports('expect')",
  'lazy pictures': "'loading' in HTMLImageElement.prototype",
  scrollend: "'onscrollend' in window",
  'view transitions': "'startViewTransition' in document",
  'date fields': "Object.assign(document.createElement('input'), { type: 'date' }).type === 'date'",
};

/** The tasks of users. The order matters: later tasks use the session of an earlier one. */
export const STEPS = {
  features,
  'every page fits': pagesFit,
  'cards are aligned': cardsAreAligned,
  'pictures load late': picturesLoadLate,
  'filter jobs': filterJobs,
  'filter jobs on a phone': filterOnPhone,
  'read the next job': readNextJob,
  'open the menu': openMenu,
  'search and choose a suggestion': chooseSuggestion,
  'log in': logIn,
  'post a job': postJob,
  'delete a job and undo it': deleteJob,
};

/** @param {Page} page */
async function features(page) {
  await page.open('/');
  const names = [];
  for (const [name, expression] of Object.entries(FEATURES)) {
    if (!(await page.run(`return ${expression}`))) names.push(name);
  }
  return names.length > 0 ? `without ${names.join(', ')}` : 'with all features';
}

/** @param {Page} page */
async function pagesFit(page) {
  const jobs = await readJobs(page);
  const [job] = jobs;
  const paths = {
    home: '/',
    jobs: '/jobs',
    job: `/jobs/${job?.id}`,
    companies: '/companies',
    company: `/companies/${job?.companyid}`,
  };
  for (const width of WIDTHS) {
    await page.resize(width, 900);
    for (const [name, path] of Object.entries(paths)) {
      await page.open(path);
      await page.picture(`${name} ${width}`);
      const overflow = await page.run(
        'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (overflow !== 0) throw new Error(`${path} is ${overflow} pixels too wide at ${width}`);
    }
  }
}

/** @param {Page} page @returns {Promise<{ id: string, companyid: string }[]>} */
async function readJobs(page) {
  await page.open('/');
  await page.run(
    "window.jobs = undefined; fetch('/api/jobs').then((r) => r.json()).then((list) => { window.jobs = list.results })",
  );
  await page.until('the API answers', 'return Boolean(window.jobs)');
  return /** @type {{ id: string, companyid: string }[]} */ (await page.run('return window.jobs'));
}

/** The pay of the cards in a row is on one line, just below the longest title. @param {Page} page */
async function cardsAreAligned(page) {
  await page.resize(1_280, 900);
  await page.open('/jobs');
  const edges = await page.run(
    `const edges = (selector, side) => [...document.querySelectorAll(selector)].slice(0, 3)
       .map((element) => Math.round(element.getBoundingClientRect()[side]));
     return [edges('.job-pay', 'top'), edges('.job-title', 'bottom')];`,
  );
  const [tops = [], bottoms = []] = /** @type {number[][]} */ (edges);
  const gap = Math.min(...tops) - Math.max(...bottoms);
  if (new Set(tops).size !== 1 || gap > 8)
    throw new Error(`The tops are ${tops}, and the titles end at ${bottoms}`);
}

/** @param {Page} page */
async function picturesLoadLate(page) {
  await page.open('/jobs');
  await page.run('window.scrollTo(0, document.body.scrollHeight)');
  await page.until(
    'the last picture has loaded',
    'return [...document.images].at(-1).naturalWidth > 0',
  );
}

/** @param {Page} page */
async function filterJobs(page) {
  await page.open('/jobs');
  await page.select('Employment Type', 'Contract');
  await page.isAt('^/jobs\\?type=Contract$');
  await page.fill('Location', 'Portugal');
  await page.isAt('location=Portugal');
  await page.click('Clear all');
  await page.isAt('^/jobs$');
  await page.click('Filters');
  await page.until('the filters are loaded', "return Boolean(field('Pay at least'))");
  await page.picture('all filters');
}

/** @param {Page} page */
async function readNextJob(page) {
  await page.open('/jobs');
  await page.click('Go Look');
  const position = "document.querySelector('.list-position')?.textContent ?? ''";
  await page.until('the position is shown', `return /1 of \\d+/.test(${position})`);
  await page.click('Next job');
  await page.until('the next job is shown', `return /2 of \\d+/.test(${position})`);
  await page.picture('next job');
}

/** @param {Page} page */
async function filterOnPhone(page) {
  await page.resize(360, 740);
  await page.open('/jobs');
  await page.click('Filters');
  await page.until(
    'the sheet is open',
    "return document.querySelector('#filters').matches(':popover-open')",
  );
  await page.picture('filters on a phone');
  await page.select('Employment Type', 'Full-Time');
  await page.isAt('type=Full-Time');
  await page.until(
    'the list is counted',
    "return /^Show \\d+ jobs?$/.test(textOf(control('Show')))",
  );
  await page.click('Show');
  await page.until(
    'the sheet is closed',
    "return !document.querySelector('#filters').matches(':popover-open')",
  );
  await page.picture('list on a phone');
}

/** @param {Page} page */
async function openMenu(page) {
  await page.open('/');
  await page.click('Menu');
  await page.until('the menu is open', "return document.querySelector('dialog').open");
  await page.picture('menu');
  await page.click('Close');
  await page.until('the menu is closed', "return !document.querySelector('dialog').open");
}

/** @param {Page} page */
async function chooseSuggestion(page) {
  await page.resize(1_280, 900);
  await page.open('/jobs');
  await page.fill('Search jobs', 'engin');
  await page.until('there are suggestions', "return Boolean(find('[role=option]', ''))");
  await page.picture('suggestions');
  const option = String(await page.run("return textOf(find('[role=option]', '')).split('\\n')[0]"));
  await page.click(option);
  await page.isAt('\\?q=');
}

/** Logs in without a popup, as in a browser that blocks popups. @param {Page} page */
async function logIn(page) {
  await page.open('/jobs/add');
  await page.shows('Log in to add a job.');
  await page.run('window.open = () => null');
  await page.click('Log in');
  await page.shows('Sign in to');
  await page.picture('sign-in');
  await page.click('Demo Company Admin');
  await page.isAt('^/jobs/add$');
  await page.shows('Job Title');
}

/** @param {Page} page */
async function postJob(page) {
  await page.open('/jobs/add');
  await page.fill('Job Title', 'Browser tester');
  await page.fill('Description', 'You will test.');
  await page.run("field('Description').select()");
  await page.click('Bold');
  await page.until(
    'the text is bold',
    "return field('Description').value === '**You will test.**'",
  );
  await page.select('Salary', '$60K');
  await page.fill('Location', 'Porto');
  await page.run(
    `const input = field('Closes on');
     Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '2099-12-24');
     input.dispatchEvent(new Event('input', { bubbles: true }));
     input.scrollIntoView({ block: 'center' });`,
  );
  await page.picture('job form');
  await page.click('Add Job');
  await page.isAt('^/jobs/[0-9a-f-]{36}$');
  await page.shows('24 Dec 2099');
  await page.picture('posted job');
}

/** @param {Page} page */
async function deleteJob(page) {
  const path = await page.run('return location.pathname');
  const confirm = async () => {
    await page.click('Delete Job');
    await page.until(
      'the question is open',
      "return Boolean(document.querySelector('dialog[open]'))",
    );
    await page.picture('delete job');
    await page.run("find('dialog[open] button', 'Delete Job').click()");
    await page.isAt('^/jobs$');
    await page.shows('Deleted “Browser tester”.');
  };
  await confirm();
  await page.picture('undo');
  await page.click('Undo');
  await page.isAt(`^${path}$`);
  await confirm();
}
