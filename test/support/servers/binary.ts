/** The arguments with which Node runs the binary, like the npm scripts. */
export const binaryArguments = ["--disable-warning=ExperimentalWarning", "scripts/hub.js"] as const
