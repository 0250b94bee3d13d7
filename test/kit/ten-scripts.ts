import { operations, perform, type Store } from '../../src/store/index.ts';
import { AGENT, OWNER } from './found.ts';

interface Made {
  readonly slug: string;
  readonly text: string;
  readonly more?: object;
  readonly by?: 'claude';
}

/** A scrapbook in ten scripts: each page with something that is hard to find. */
const PAGES: readonly Made[] = [
  {
    slug: 'workspace',
    text: `# Workspace
ADR-016 and ADR-086: multi-agent set-up. See [[plan]], foo/bar.md and v1.1.6. Written in C++ and C#
on .NET; rm -rf build; 100% sure; it's foo_bar at tier1-test. Mail a@b.example. #dev/tools`,
  },
  { slug: 'decoy', text: 'ADR stands for a decision. C alone. Number 016, and a test of tier1.' },
  {
    slug: 'plan',
    text: '---\nrating: 4\nseason: spring\n---\nWe are planning the garden: roses, herbs. #home/garden',
    more: { due: '2026-12-01', priority: 1 },
  },
  {
    slug: 'plans',
    text: 'Two plans: one for the kitchen oven, one for the planetarium. See [[plan]].',
    more: { tags: ['home'], status: 'done' },
  },
  {
    slug: 'letters',
    text: 'caffè Økland Ærø Paweł Łódź Straße İstanbul ısı nai\u0308ve résumé Königsberg',
  },
  { slug: 'greek', text: 'Η Ελλάδα και ο κόσμος. Ἀθῆναι, ΟΔΥΣΣΕΥΣ.' },
  { slug: 'cyrillic', text: 'Ёлка и мечтатель. Сім’я у Києві. Достопримечательность.' },
  { slug: 'arabic', text: 'المَكْتَبَة العربية کتاب می‌خواهم ـــكبير' },
  { slug: 'hebrew', text: 'מַדָּע ועוד מילים, בית־ספר' },
  { slug: 'hindi', text: 'पुस्तकालय में किताब, क़लम और हिन्दी' },
  { slug: 'thai', text: 'ฉันอ่านหนังสือในห้องสมุด ภาษาไทย' },
  { slug: 'georgian', text: 'ენა და კულტურა, საქართველო' },
  { slug: 'armenian', text: 'Հայերեն լեզու եւ գիրք' },
  { slug: 'chinese', text: '重跑gen-itgc后50条悬空引用清零，修复已验证。迁移记录。Ｗｉｄｅ１２' },
  { slug: 'japanese', text: '日本語のメモをここに書く。雨が降る。ガラス、ｶﾀｶﾅ' },
  { slug: 'korean', text: '결제모듈 문서를 정리했다. 결제 오류.' },
  { slug: 'emoji', text: 'now🎉done and 👩‍🚀 with 🇫🇷, ❤️ too' },
  { slug: 'link', text: 'https://example.com/a/b?c=d' },
  {
    slug: 'claude-note',
    text: 'What was found about the oven: a manual.',
    more: { origin: 'kitchen research' },
    by: 'claude',
  },
  {
    slug: 'items',
    text: 'To do\n- [ ] buy bread\n- [x] sell the oven\n\nOrphaned plugin version.',
  },
];

/** Fills a store whose clock gives each page a day of its own. */
export async function fillWithTenScripts(store: Store, setNow: (now: Date) => void) {
  const add = await operations.add();
  for (const [i, { slug, text, more = {}, by }] of PAGES.entries()) {
    setNow(new Date(Date.UTC(2026, 10, 1 + i, 12)));
    const input = { text, title: slug, ...more };
    const page = await perform(add, store, input, by === 'claude' ? AGENT : OWNER);
    if (page.slug !== slug) throw new Error(`"${slug}" has the slug ${page.slug}`);
  }
  setNow(new Date('2026-11-30T12:00:00Z'));
}
