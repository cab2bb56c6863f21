import { InviteList } from '../../features/members/invites/invite-list.tsx';
import { MemberList } from '../../features/members/member-list.tsx';
import { OrganisationsPage } from '../../features/organisations/organisations-page.tsx';

const PEOPLE = { Members: MemberList, Invites: InviteList };

/** The organisations with the people in them. */
export const Organisations = () => <OrganisationsPage people={PEOPLE} />;
