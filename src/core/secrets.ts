/**
 * What looks like a secret, by its name or by its own form, and is hidden where arguments are shown in passing. It errs
 * to the side of hiding; it is no promise that any secret is found, so nothing may be shown only because this let it pass.
 */

/** Stands for what is hidden. */
export const hidden = '***';

/** Parts of names, in lower case without separators. */
const NAME_PARTS =
  'passw|passphrase|secret|token|apikey|accesskey|privatekey|signingkey|encryptionkey|masterkey|sshkey|authkey|accountkey|sharedkey|authorization|cookie|credential|bearer|jwt|signature|sessionid|sessionkey|connectionstring|mnemonic|seedphrase|recoverycode|cardnumber|creditcard';
/** Whole names, in the same form. */
const NAMES = 'auth|xauth|proxyauth|basicauth|pass|pwd|pin|otp|totp|mfacode|cvv|cvc|ssn|dsn|sid|csrf|xsrf|pat|creds';

const secretNames = new RegExp(`${NAME_PARTS}|^(?:${NAMES})$|(?:pwd|pass|creds)$`);

/** Does a value under this name want hiding? `API-Key`, `apiKey` and `api_key` are one name. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
}

/** In running text a name may have separators between its parts: `X-Api-Key`, `db_password`. */
const inText = NAME_PARTS.replace(
  /(api|access|private|signing|encryption|master|ssh|auth|account|shared|session)key/g,
  '$1[-_ .]?key',
);
const names = `(?:(?:${inText})[\\w.-]{0,60}|\\b(?:${NAMES})\\b|(?:pwd|pass)\\b)`;
const quoted = `"[^"]*"?|'[^']*'?|\\\\+"[^"\\\\]*`;

interface Rule {
  readonly find: RegExp;
  readonly put: string;
}

/** In this order: the later ones see what the earlier ones left. */
const rules: readonly Rule[] = [
  // PEM, to its end.
  { find: /-----BEGIN[^]*?(?:-----END[^\n-]*-----|$)/g, put: hidden },
  // User and password of an address.
  { find: /(\b[a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@:]*:[^\s@]*|[^\s/@]*)@/gi, put: `$1${hidden}@` },
  { find: /(\s(?:-u|--user)[ =]["']?)\S+:\S+/g, put: `$1${hidden}` },
  // Headers, to the end of the line or of the quoted text.
  { find: /((?:cookie|authorization)["'\\]*\s*[:=]\s*["'\\]*)[^\n"'\\]+/gi, put: `$1${hidden}` },
  { find: /\b(bearer\s+)[^\s"',;]+/gi, put: `$1${hidden}` },
  { find: /\b((?:basic|token|apikey|digest)\s+)(?=\S*[0-9A-Z=])[\w+/=.~-]{8,}/gi, put: `$1${hidden}` },
  // name=value, "name": "value", --name value, the name is value.
  { find: new RegExp(`(${names}["'\\\\]*\\s*(?:=>?|:)\\s*)(?:${quoted}|[^\\s"'\\\\&,;]+)`, 'gi'), put: `$1${hidden}` },
  {
    find: new RegExp(`(-[\\w.-]{0,60}?${names}\\s+|${names}\\s+(?:is|was)\\s+)(?:${quoted}|[^\\s"'\\\\&,;]+)`, 'gi'),
    put: `$1${hidden}`,
  },
  // What issuers begin their keys with.
  {
    find: /(?<![A-Za-z0-9])(?:(?:sk|xai|tvly|glpat|xapp|xox[a-z]|pypi|PMAK|NRAK)-|(?:[spr]k_(?:live|test)|gh[oprsu]|github_pat|gsk|whsec|shpat|shpss|dckr_pat|dop_v1|lin_api|sntrys|glsa)_|(?:SG|hvs|ya29)\.|AKIA|ASIA|AIza|ATATT|AGE-SECRET-KEY-|eyJ)[\w.+/=-]{6,}/g,
    put: hidden,
  },
];

/** Long runs without a break: keys that nobody named. Paths have more slashes than such a run. */
const RUN = /[A-Za-z0-9+/]{32,}={0,2}/g;

/** A text in which what looks like a secret is hidden. Takes time with the length of the text: give it a bounded one. */
export function maskSecrets(text: string): string {
  const masked = rules.reduce((rest, { find, put }) => rest.replace(find, put), text);
  return masked.replace(RUN, (run) => (isRandom(run) ? hidden : run));
}

function isRandom(run: string): boolean {
  const slashes = run.split('/').length - 1;
  return /\d/.test(run) && /[A-Za-z]/.test(run) && slashes * 13 <= run.length;
}
