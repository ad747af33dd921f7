import { Argument } from "effect/cli"

/** The file that a command reads with `bytesOf` or `readFile`. */
export const fileArgument = (what: string): Argument.Argument<string> =>
  Argument.String("file").pipe(Argument.withDescription(`${what}; \`-\` is standard input`))
