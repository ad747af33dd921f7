import * as Rule from "./Rule.ts"
import { optional, secret, variable } from "./Variable.ts"

/** The variables of the mail server and the SMS provider that send invites. */
export const deliveryVariables = {
  inviteUrl: optional(
    "HUB_INVITE_URL",
    Rule.baseUrl,
    "`/invite` at PUBLIC_URL",
    "Page on which a guest accepts an invite; links to it carry the token as the parameter `token`"
  ),
  smtpUrl: secret(
    optional(
      "HUB_SMTP_URL",
      Rule.smtpUrl,
      "in development, e-mail goes to the mailbox of this database; else none is sent",
      "Mail server that sends invites, with credentials if it requires them: `smtps://` (port 465), or `smtp://` (port 587), which requires STARTTLS in production and sandbox"
    )
  ),
  mailFrom: optional(
    "HUB_MAIL_FROM",
    Rule.mailSender,
    "none",
    "Sender of e-mail: an address, or a name with the address in angle brackets. Required with HUB_SMTP_URL"
  ),
  smsAccount: optional(
    "HUB_SMS_ACCOUNT",
    Rule.text,
    "in development, SMS go to the mailbox of this database; else none are sent",
    "Id of the Twilio account that sends invites"
  ),
  smsToken: secret(
    optional("HUB_SMS_TOKEN", Rule.secret(1), "none", "Token of that account. Required with HUB_SMS_ACCOUNT")
  ),
  smsFrom: optional("HUB_SMS_FROM", Rule.text, "none", "Sender of SMS. Required with HUB_SMS_ACCOUNT"),
  smsUrl: variable("HUB_SMS_URL", Rule.baseUrl, "https://api.twilio.com", "Base URL of Twilio's API")
}
