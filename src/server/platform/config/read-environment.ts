import { readFileSync } from 'node:fs';
import { errorCode } from '../errors.ts';

type Names = { known: string[]; secret: string[] };

type Environment = {
  values: Record<string, string>;
  /** One line for each problem: the name of the setting and what is wrong, without the value. */
  problems: string[];
  /** The names of the settings whose values were read from a file. */
  fromFile: string[];
};

/**
 * The minimum length of a name that is checked for typos (characters). A shorter name that resembles a setting may well
 * belong to another program.
 */
const MIN_TYPO_LENGTH = 8;

/** Names that resemble settings of this board but belong to other programs. */
const FOREIGN_NAMES = ['LOGLEVEL', 'SITENAME', 'DATADIR'];

const fileSetting = (name: string) => `${name}_FILE`;

/**
 * Reads the known settings from the environment and ignores empty values. A secret may be in a file instead, so that
 * process lists and dumps of the environment do not reveal it.
 */
export function readEnvironment(
  variables: NodeJS.ProcessEnv,
  { known, secret }: Names,
): Environment {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  const fromFile: string[] = [];
  const isSet = (name: string) => variables[name] !== undefined && variables[name] !== '';
  for (const name of known) {
    if (isSet(name)) values[name] = String(variables[name]);
  }
  for (const name of secret.filter((name) => isSet(fileSetting(name)))) {
    const content = isSet(name) ? undefined : readSecret(String(variables[fileSetting(name)]));
    if (content?.value) {
      values[name] = content.value;
      fromFile.push(name);
    } else {
      const fault = content ? content.fault : `must not be set together with ${name}`;
      problems.push(`${fileSetting(name)} ${fault}`);
    }
  }
  const settings = [...known, ...secret.map(fileSetting)];
  const unset = settings.filter((name) => !isSet(name) && name.length >= MIN_TYPO_LENGTH);
  for (const name of Object.keys(variables).filter((name) => isSet(name))) {
    if (settings.includes(name) || FOREIGN_NAMES.includes(name)) continue;
    const intended = unset.find((setting) => isTypoOf(setting, name));
    const withoutSuffix = settings.find((setting) => fileSetting(setting) === name);
    if (intended) problems.push(`${name} is not a setting; use ${intended}`);
    else if (withoutSuffix && withoutSuffix.length >= MIN_TYPO_LENGTH) {
      problems.push(`${name} is not a setting: ${withoutSuffix} cannot be read from a file`);
    }
  }
  return { values, problems, fromFile };
}

function readSecret(file: string): { value?: string; fault: string } {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return { value, fault: 'names an empty file' };
  } catch (error) {
    return { fault: `names an unreadable file (${errorCode(error) ?? 'unknown'})` };
  }
}

/**
 * Whether the name is a misspelling of the setting, in which one character is missing, added or wrong, or two adjacent
 * characters are swapped.
 */
function isTypoOf(setting: string, name: string): boolean {
  if (setting === name) return false;
  let same = 0;
  while (same < setting.length && setting[same] === name[same]) same += 1;
  const [rest, other] = [setting.slice(same), name.slice(same)];
  return (
    rest.slice(1) === other.slice(1) ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0])
  );
}
