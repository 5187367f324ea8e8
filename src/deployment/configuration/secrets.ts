import type { Settings } from './settings.ts';

/** Every token of the settings, with the variable that replaces it when a request is shown. */
export function tokenVariables(settings: Settings): ReadonlyMap<string, string> {
  const tokens: [string, string | undefined][] = [
    ['TOKEN', settings.token],
    ['SECOND_WORKSPACE_TOKEN', settings.second_workspace?.token],
    ['EXPIRED_TOKEN', settings.expired_token],
    ['LOGIN_TOKEN', settings.login?.token],
    ['EXPIRED_LOGIN_TOKEN', settings.login?.expired_token],
    ['LOGIN_TOKEN_WITHOUT_API_TOKEN', settings.login?.token_without_api_token],
    ['NEWEST_API_TOKEN', settings.login?.newest_api_token],
    ['OLDER_API_TOKEN', settings.login?.older_api_token],
  ];
  const variables = new Map<string, string>();
  for (const [variable, token] of tokens) {
    if (token !== undefined && token !== '' && !variables.has(token)) variables.set(token, variable);
  }
  return variables;
}

/** What no output may hold: the tokens, and the values of extra headers. */
export function secretsOf(settings: Settings): string[] {
  return [...tokenVariables(settings).keys(), ...Object.values(settings.headers)];
}
