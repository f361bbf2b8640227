import { language } from ".";

/** A text with a number `#` in it, in the forms that the language has. A form that is left out is the last one. */
export interface Counted {
  zero?: string;
  one: string;
  other: string;
}

/** The text for a number, which is written as the language does. An own text for zero goes before the rules of the language. */
export function counted(forms: Counted, count: number): string {
  const isNone = count === 0 && forms.zero !== undefined;
  const form = isNone ? "zero" : new Intl.PluralRules(language).select(count);
  const text = (forms as Partial<Record<Intl.LDMLPluralRule, string>>)[form] ?? forms.other;
  return text.replace("#", new Intl.NumberFormat(language).format(count));
}
