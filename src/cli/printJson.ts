import { Console } from "effect"

/** Prints the result of a command as indented JSON. */
export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))
