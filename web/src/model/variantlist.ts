import type { VariantInfo } from "../generated";
import { variantInWords } from "../texts/server";

/** What can be played, as it was when this page was built: for times without a connection. Nothing, where the build has no rules. */
export async function loadVariants(): Promise<VariantInfo[]> {
  try {
    const response = await fetch("/variants.json");
    if (!response.ok) return [];
    return ((await response.json()) as VariantInfo[]).map(variantInWords);
  } catch {
    return [];
  }
}
