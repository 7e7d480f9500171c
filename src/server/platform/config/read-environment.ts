import { readFileSync } from 'node:fs';

type Names = { known: string[]; secret: string[] };

type Given = {
  values: Record<string, string>;
  /** Each names a setting and says what is wrong, and repeats no value. */
  problems: string[];
  /** The settings whose values came out of a file. */
  fromFile: string[];
};

/** A shorter name that resembles a setting may well be another program's (characters). */
const TELLING_LENGTH = 8;

/** Names of other programs' settings. */
const OTHERS = ['LOGLEVEL', 'SITENAME', 'DATADIR'];

const fileSetting = (name: string) => `${name}_FILE`;

/**
 * What the environment gives, empty values left out. A secret may be in a file, so that no list of processes and
 * no dump of an environment shows it.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv, { known, secret }: Names): Given {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  const fromFile: string[] = [];
  const isGiven = (name: string) => variables[name] !== undefined && variables[name] !== '';
  for (const name of known) {
    if (isGiven(name)) values[name] = String(variables[name]);
  }
  for (const name of secret.filter((name) => isGiven(fileSetting(name)))) {
    const content = isGiven(name) ? undefined : readSecret(String(variables[fileSetting(name)]));
    if (content?.value) {
      values[name] = content.value;
      fromFile.push(name);
    } else {
      const fault = content ? content.fault : `must not be set beside ${name}`;
      problems.push(`${fileSetting(name)} ${fault}`);
    }
  }
  const settings = [...known, ...secret.map(fileSetting)];
  const unset = settings.filter((name) => !isGiven(name) && name.length >= TELLING_LENGTH);
  for (const name of Object.keys(variables).filter((name) => isGiven(name))) {
    if (settings.includes(name) || OTHERS.includes(name)) continue;
    const meant = unset.find((setting) => isOneSlipFrom(setting, name));
    const ofFile = settings.find((setting) => fileSetting(setting) === name);
    if (meant) problems.push(`${name} is no setting; ${meant} is`);
    else if (ofFile && ofFile.length >= TELLING_LENGTH) {
      problems.push(`${name} is no setting: ${ofFile} cannot be in a file`);
    }
  }
  return { values, problems, fromFile };
}

function readSecret(file: string): { value?: string; fault: string } {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return { value, fault: 'names a file that is empty' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { fault: `names a file that cannot be read (${code})` };
  }
}

/** Whether one character is missing, too many or another, or two neighbours have changed places. */
function isOneSlipFrom(meant: string, written: string): boolean {
  if (meant === written) return false;
  let same = 0;
  while (same < meant.length && meant[same] === written[same]) same += 1;
  const [rest, other] = [meant.slice(same), written.slice(same)];
  return (
    rest.slice(1) === other.slice(1) ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0])
  );
}
