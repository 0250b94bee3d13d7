import { describe, expect, test } from 'vitest';

import { guardRules } from '../src/server/guard-rules.ts';

describe('settings that cannot be right are refused', () => {
  test.each([
    ['http://box.tail1234.ts.net', 'https'],
    ['http://192.168.1.4:7272', 'https'],
    ['box.tail1234.ts.net', 'https'],
    ['ftp://box.tail1234.ts.net', 'https'],
    ['', 'https'],
    ['https://', 'https'],
    ['https://box.tail1234.ts.net/scrap', 'path'],
    ['https://box.tail1234.ts.net/?', 'query'],
    ['https://box.tail1234.ts.net/?a=b', 'query'],
    ['https://box.tail1234.ts.net/#', 'query'],
    ['https://ann@box.tail1234.ts.net', 'user'],
    ['https://ann:secret@box.tail1234.ts.net', 'user'],
  ])('SCRAP_PUBLIC_URL=%s', (publicUrl, word) => {
    expect(() => guardRules({ port: 7272, publicUrl })).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(word) }),
    );
  });

  test.each(['', ' ', 'ann example', 'żaba@example.com', 'a\nb'])('SCRAP_OWNER=%j', (owner) => {
    expect(() => guardRules({ port: 7272, owner })).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining('SCRAP_OWNER') }),
    );
  });

  test.each([
    ['https://box.tail1234.ts.net/', 'box.tail1234.ts.net', 'https://box.tail1234.ts.net'],
    ['https://BOX.tail1234.ts.net:443', 'box.tail1234.ts.net', 'https://box.tail1234.ts.net'],
    ['https://box.test:8443', 'box.test:8443', 'https://box.test:8443'],
    ['http://localhost:7272', 'localhost:7272', 'http://localhost:7272'],
    ['https://żaba.test', 'xn--aba-22a.test', 'https://xn--aba-22a.test'],
  ])('SCRAP_PUBLIC_URL=%s is taken', (publicUrl, host, origin) => {
    const rules = guardRules({ port: 7272, publicUrl });
    expect(rules.publicHost).toBe(host);
    expect(rules.origins).toContain(origin);
  });

  test('port 80 is left out of Host and Origin, as clients do', () => {
    const rules = guardRules({ port: 80 });
    expect(rules.localHosts).toEqual(['127.0.0.1', 'localhost', '[::1]']);
    expect(rules.origins).toContain('http://localhost');
  });
});
