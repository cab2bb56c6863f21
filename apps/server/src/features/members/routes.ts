import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeMemberRole } from './change-member-role.ts';
import { deleteMember } from './delete-member.ts';
import { findUser } from './find-user.ts';
import { grantRole } from './grant-role.ts';
import { getInviteCode } from './invites/get-invite-code.ts';
import { inviteMember } from './invites/invite-member.ts';
import { joinOrganisation } from './invites/join-organisation.ts';
import { listInvites } from './invites/list-invites.ts';
import { previewInvite } from './invites/preview-invite.ts';
import { withdrawInvite } from './invites/withdraw-invite.ts';
import { lockMember } from './lock-member.ts';
import { moveMember } from './move-member.ts';
import { pageMembers } from './page-members.ts';
import { removeMember } from './remove-member.ts';
import { resetMemberPassword } from './reset-member-password.ts';
import { unlockMember } from './unlock-member.ts';

type Needs = Pick<Platform, 'db' | 'bus' | 'clock' | 'config' | 'text'>;

export function registerMembersRoutes(server: HttpServer, platform: Needs): void {
  registerMembers(server, platform);
  registerInvites(server, platform);
}

function registerMembers(server: HttpServer, platform: Needs): void {
  registerRoute(server, 'pageMembers', ({ actor }, { body }) => pageMembers(platform, actor, body));
  registerRoute(server, 'findUser', ({ actor }, { query }) => findUser(platform, actor, query));
  registerRoute(server, 'lockMember', async (context, { params }) => {
    await lockMember(platform, context, params.id);
    return null;
  });
  registerRoute(server, 'unlockMember', async (context, { params }) => {
    await unlockMember(platform, context, params.id);
    return null;
  });
  registerRoute(server, 'changeMemberRole', async (context, { params, body }) => {
    await changeMemberRole(platform, context, { id: params.id, wanted: body });
    return null;
  });
  registerRoute(server, 'grantRole', (context, { params, body }) =>
    grantRole(platform, context, { roleId: params.id, userIds: body.userIds }),
  );
  registerRoute(server, 'moveMember', async (context, { params, body }) => {
    await moveMember(platform, context, { id: params.id, organisationId: body.organisationId });
    return null;
  });
  registerRoute(server, 'resetMemberPassword', (context, { body }) =>
    resetMemberPassword(platform, context, body),
  );
  registerRoute(server, 'removeMember', async (context, { query }) => {
    await removeMember(platform, context, query);
    return null;
  });
  registerRoute(server, 'deleteMember', async (context, { query }) => {
    await deleteMember(platform, context, query.id);
    return null;
  });
}

function registerInvites(server: HttpServer, platform: Needs): void {
  registerRoute(server, 'inviteMember', (context, { params, body }) =>
    inviteMember(platform, context, { organisationId: params.id, body }),
  );
  registerRoute(server, 'listInvites', ({ actor }, { params }) => listInvites(platform, actor, params.id));
  registerRoute(server, 'getInviteCode', ({ actor }, { params }) =>
    getInviteCode(platform, actor, params.id),
  );
  registerRoute(server, 'withdrawInvite', async (context, { params }) => {
    await withdrawInvite(platform, context, params.id);
    return null;
  });
  registerRoute(server, 'previewInvite', (_context, { params }) => previewInvite(platform, params.code));
  registerRoute(server, 'joinOrganisation', async (context, { body }) => {
    await joinOrganisation(platform, context, body.code);
    return null;
  });
}
