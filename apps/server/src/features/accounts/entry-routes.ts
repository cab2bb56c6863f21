import { AGREEMENT_VERSION, PRIVACY_VERSION } from '@sunfleet/contract';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import { ownAddress } from './own-address.ts';
import { afterAnswer } from '../../platform/http/after-answer.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { callerOf } from './caller.ts';
import { checkCode } from './check-code.ts';
import { clearCodeProof, readCodeProof, sendCodeProof } from './code-proof.ts';
import { changePassword } from './change-password.ts';
import { contactOf } from './contact.ts';
import { textOf, type KnownHere } from './known-here.ts';
import { accountOf, login } from './login.ts';
import { loginByCode } from './login-by-code.ts';
import { listNodes } from './nodes.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { sendCode } from './send-code.ts';
import { takeTurn } from './turns-of-strangers.ts';

/** Routes by which people get into the platform. */
export function registerEntryRoutes(server: HttpServer, platform: Platform, known: KnownHere): void {
  registerLoginRoutes(server, platform, known);
  registerRoute(server, 'register', (context, { body }, raw) =>
    takeTurn(platform, { address: context.address, account: contactOf(body).target }, () =>
      register(platform, { context, caller: callerOf(context, raw) }, body),
    ),
  );
  registerRoute(server, 'legalVersions', async () => ({
    agreementVersion: AGREEMENT_VERSION,
    privacyVersion: PRIVACY_VERSION,
  }));
  registerRoute(server, 'syncPlantPersonal', async () => {
    throw new AppError('migrationNotOffered');
  });
  registerRoute(server, 'listNodes', async (_context, _request, { request }) =>
    listNodes(platform.config.nodes, (await ownAddress(platform, request)).origin),
  );
  registerPasswordRoutes(server, platform);
  registerCodeRoutes(server, platform);
}

function registerLoginRoutes(server: HttpServer, platform: Platform, known: KnownHere): void {
  registerRoute(
    server,
    'login',
    (context, { body }, raw) => {
      const account = accountOf(body.account);
      const from = { caller: callerOf(context, raw), later: afterAnswer(platform, raw) };
      return takeTurn(platform, { address: context.address, account }, () => login(platform, from, body));
    },
    { goesOn: known.account((body) => accountOf(textOf(body, 'account'))) },
  );
  registerRoute(
    server,
    'loginByCode',
    (context, { body }, raw) => {
      const { validateCode: code, remember } = body;
      const contact = contactOf(body);
      const from = { caller: callerOf(context, raw), later: afterAnswer(platform, raw) };
      return takeTurn(platform, { address: context.address, account: contact.target }, () =>
        loginByCode(platform, from, { contact, code, remember }),
      );
    },
    { goesOn: known.account((body) => accountOf(textOf(body, 'email') || textOf(body, 'mobile'))) },
  );
}

function registerPasswordRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'resetPassword', async (context, { body }, { request, reply }) => {
    const { validateCode: code, password } = body;
    const proof = readCodeProof(request);
    const by = code === undefined ? proof && { proof } : { code };
    const words = { language: context.language, text: platform.text };
    if (!by) throw brokenRule(words, 'body.validateCode', 'codeEmpty');
    const contact = contactOf(body);
    await takeTurn(platform, { address: context.address, account: contact.target }, () =>
      resetPassword(platform, context, { contact, by, password }),
    );
    clearCodeProof(request, reply);
    return null;
  });
  registerRoute(server, 'changePassword', async (context, { body }) => {
    await changePassword(platform, context, body);
    return null;
  });
}

function registerCodeRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'sendValidateCode', ({ language, address }, { body }) => {
    const contact = contactOf(body);
    return takeTurn(platform, { address, account: contact.target }, () =>
      sendCode(platform, { contact, purpose: body.validateType, language, address }),
    );
  });
  registerRoute(server, 'checkValidateCode', async ({ address }, { body }, { request, reply }) => {
    const { validateType: purpose, validateCode: code } = body;
    const { target } = contactOf(body);
    const proof = await takeTurn(platform, { address, account: target }, () =>
      checkCode(platform, { target, purpose, code, address }),
    );
    sendCodeProof(request, reply, proof);
    return { valid: true } as const;
  });
}
