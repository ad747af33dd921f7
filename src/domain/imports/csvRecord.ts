import { Predicate, Result } from "effect"

/**
 * Reads a record of a CSV file as `csvLines` writes it: a JSON object of its fields, or a JSON text that says what is
 * wrong with it. An empty field is absent; fields named `numbers` become numbers where they are digits.
 */
export const csvRecord =
  <A>(read: (value: unknown) => Result.Result<A, string>, numbers: ReadonlyArray<string>) =>
  (text: string): Result.Result<A, string> => {
    const value: unknown = JSON.parse(text)
    if (!Predicate.isObject(value)) return Result.fail(String(value))
    const fields = Object.entries(value).flatMap(([name, field]) => {
      if (field === "") return []
      const isNumber = numbers.includes(name) && /^-?\d{1,16}$/.test(String(field))
      return [[name, isNumber ? Number(field) : field] as const]
    })
    return read(Object.fromEntries(fields))
  }
