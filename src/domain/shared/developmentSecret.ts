/** The secret of development, where nothing needs protection. */
export const developmentSecret = "development-secret-of-no-worth-000"
