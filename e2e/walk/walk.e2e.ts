import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Action, describeAction, type Uses } from './actions.ts';
import { type Failure, shorten, WALKERS, type Walker, walk } from './walk.ts';
import { makeWorld, type World } from './world.ts';

/** Set by `npm run walk`. */
const { WALK_SEED = '1', WALK_MINUTES, WALK_AS, WALK_PATH } = process.env;

/** How many steps each kind of person takes in `npm test`. Visitors are the most. */
const STEPS = { visitor: 40, member: 15, owner: 20, siteadmin: 20 };

/** The length of a walk (steps). Afterwards, the next walk starts with a new board. */
const STEPS_PER_WALK = 60;

/** How long a path may be shortened (ms). */
const SHORTENING = 60_000;

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const world = await makeWorld();
      await use(world);
      await world.remove();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

// All walks share one world, so one worker takes them one after the other.
test.describe.configure({ mode: 'default', timeout: 0 });

const walkers = (Object.keys(WALKERS) as Walker[]).filter(
  (walker) => !WALK_AS || walker === WALK_AS,
);

for (const walker of walkers) {
  test(`nothing breaks while a ${walker} walks through the board`, async ({ browser, world }) => {
    const common = { browser, world, walker };
    const onStep = (action: Action, url: string) => {
      if (WALK_MINUTES || WALK_PATH)
        process.stdout.write(`  ${describeAction(action)}   at ${url}\n`);
    };
    if (WALK_PATH) {
      const steps: Action[] = JSON.parse(await readFile(WALK_PATH, 'utf8'));
      return report(await walk({ ...common, steps, onStep }), []);
    }
    const until = WALK_MINUTES ? Date.now() + (+WALK_MINUTES * 60_000) / walkers.length : undefined;
    const uses: Uses = new Map();
    let seed = +WALK_SEED * 1_000 + 100 * Object.keys(WALKERS).indexOf(walker);
    do {
      const count = until ? STEPS_PER_WALK : STEPS[walker];
      const failure = await walk({
        ...common,
        steps: { count, seed, uses, ...(until && { until }) },
        onStep,
      });
      if (failure) {
        process.stdout.write(`  seed ${seed}: ${failure.problems.join('\n  ')}\n`);
        const path = await shorten(common, failure, Date.now() + SHORTENING);
        const file = join(tmpdir(), `walk-${walker}-${seed}.json`);
        await writeFile(file, JSON.stringify(path));
        report(failure, path, `seed ${seed}; npm run walk -- --as ${walker} --path ${file}`);
      }
      seed += 1;
    } while (until && Date.now() < until);
  });
}

function report(failure: Failure | undefined, path: Action[], hint = ''): void {
  const lines = (path.length > 0 ? path : (failure?.path ?? [])).map(describeAction);
  expect(failure?.problems ?? [], `${hint}\n${lines.join('\n')}`).toEqual([]);
}
