/** A slug for a name: its unaccented ASCII letters and digits; `otherwise` if there are none. */
export const slugOf = (name: string, otherwise: string): string => {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()
  const slug = plain
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 80)
    .replaceAll(/^-+|-+$/gu, "")
  return slug === "" ? otherwise : slug
}
