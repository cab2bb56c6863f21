import { Skeleton } from 'antd';
import { useCall } from '../../../lib/call/use-call.ts';
import { ErrorState } from '../../../ui/page/states.tsx';
import { type Invite, InviteCode, InviteWindow } from './invite-window.tsx';

/** An open invitation with its code, which is read now and asks for a fresh proof: whoever has it lets people in. */
export function InviteShown({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const code = useCall('getInviteCode', { params: { id: invite.id } });
  return (
    <InviteWindow invite={invite} onClose={onClose}>
      {code.error ? <ErrorState error={code.error} onRetry={code.refetch} /> : null}
      {code.isPending ? <Skeleton active title={false} /> : null}
      {code.data ? <InviteCode code={code.data.code} /> : null}
    </InviteWindow>
  );
}
