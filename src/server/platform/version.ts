import packageFile from '../../../package.json' with { type: 'json' };

/** The version of this program. https://semver.org */
export const VERSION = packageFile.version;
