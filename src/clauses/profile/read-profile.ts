import { YamlError, parseYaml } from '../../files/yaml.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { checkProfile, type Choices } from './check-profile.ts';
import { ProfileError, type Profile } from './profile.ts';

/**
 * The profile in a file of YAML or JSON.
 * @throws ProfileError with every fault, UnusableFileError if the file cannot be read
 */
export function readProfile(file: string, choices: Choices): Profile {
  try {
    return checkProfile(parseYaml(readTextFile(file)), choices);
  } catch (error) {
    if (error instanceof YamlError) throw new ProfileError([`${file}, ${error.message}.`], { cause: error });
    if (error instanceof ProfileError) throw new ProfileError(error.lines.map((fault) => `${file}: ${fault}`));
    throw error;
  }
}
