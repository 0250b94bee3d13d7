type Fields = Readonly<Record<string, unknown>>;

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;

/**
 * The fields of what was printed as JSON, one object a line: each once, with the kinds its values
 * have and a `?` where not every object has it. Throws where a line is no object.
 */
export function fieldsOf(lines: readonly string[]): string[] {
  return fields(lines.map(objectIn), '');
}

function objectIn(line: string): Fields {
  try {
    return JSON.parse(line) as Fields;
  } catch {
    throw new Error(`--json prints a line that is no JSON: ${line.slice(0, 80)}`);
  }
}

function fields(objects: readonly Fields[], before: string): string[] {
  return [...new Set(objects.flatMap((each) => Object.keys(each)))].flatMap((name) => {
    const values = objects.filter((each) => name in each).map((each) => each[name]);
    const mark = values.length < objects.length ? '?' : '';
    const kinds = [...new Set(values.map(kindOf))].toSorted().join(' or ');
    const [nested, inside] = [objectsAmong(values), objectsAmong(values.flat())];
    return [
      `${before}${name}${mark}: ${kinds}`,
      ...fields(nested, `${before}${name}.`),
      ...(nested.length > 0 ? [] : fields(inside, `${before}${name}[].`)),
    ];
  });
}

function objectsAmong(values: readonly unknown[]): Fields[] {
  return values.filter(
    (each): each is Fields => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.map(kindOf))].toSorted().join(' or ');
    return kinds === '' ? 'list' : `list of ${kinds}`;
  }
  if (typeof value !== 'string') return typeof value;
  if (new RegExp(`^${TIME.source}$`).test(value)) return 'time';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? 'day' : 'text';
}

/** Lines whose words differ from machine to machine: their first column, and how many more. */
export function columnsOf(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const [first = '', ...more] = line.split('\t');
    return [first, ...more.map(() => '…')].join('\t');
  });
}

/** Without what differs from run to run: times, this day, places, ports, keys, cursors. */
export function masked(shown: string, directory: string): string {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
  return shown
    .replaceAll(directory, '<home>')
    .replaceAll(TIME, '<time>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d{6}/g, '<time>')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<key>')
    .replaceAll(/"next_cursor":"[^"]+"/g, '"next_cursor":"<cursor>"')
    .replaceAll(today, '<today>')
    .replaceAll(/(127\.0\.0\.1[:_]|localhost:|\[::1\]:)\d{4,5}\b/g, '$1<port>');
}
