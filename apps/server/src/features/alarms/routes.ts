import type { HttpServer } from '../../platform/http/server.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { admitStill } from '../../platform/http/admit.ts';
import { nameFile } from '../../platform/http/name-file.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { createTurnsOfMany } from '../../platform/http/turns-of-many.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import { createTurns } from '../../platform/turns.ts';
import { assignAlarms } from './assigning/assign-alarms.ts';
import { listAlarmAssignees } from './assigning/list-alarm-assignees.ts';
import { exportAlarms } from './export-alarms.ts';
import { HANDLING_STEPS, handleAlarms } from './handling/handle-alarms.ts';
import { listAlarmSteps } from './handling/list-alarm-steps.ts';
import { noteAlarm } from './handling/note-alarm.ts';
import { listAlarms } from './list-alarms.ts';
import { createAlarmRule, deleteAlarmRule, importAlarmRules, updateAlarmRule } from './rules/edit-rules.ts';
import { exportAlarmRules, listAlarmRules } from './rules/list-rules.ts';
import { costOfRule } from './rules/cost-of-rule.ts';
import { listAlarmRuleVersions } from './rules/rule-versions.ts';
import { testAlarmRule } from './rules/test-rule.ts';
import { endAlarmShield } from './shields/end-alarm-shield.ts';
import { listAlarmShields } from './shields/list-alarm-shields.ts';
import { planMaintenance } from './shields/plan-maintenance.ts';
import { reviewAlarmShield } from './shields/review-alarm-shield.ts';
import { shieldAlarms } from './shields/shield-alarms.ts';

/**
 * Tests of rules on the past at a time: each takes half a minute and 1.5 GB of the store at most, and alarms are judged beside it, in a server that may have 4 GB.
 * Organisations take turns.
 */
const TESTS = { atOnce: 1, ofOne: 1, waitingEach: 6, waitingInAll: 60 } as const;

export function registerAlarmsRoutes(server: HttpServer): void {
  const { platform } = server;
  registerRoute(server, 'listAlarms', ({ actor }, { query }) => listAlarms(platform, actor, query));
  registerRoute(server, 'exportAlarms', (context, { query }, { reply }) =>
    sendFile(server, { context, name: 'exportAlarms', reply, isWritten: true }, async (readPart) => {
      const content = await exportAlarms(platform, context, { query, readPart });
      nameFile(reply, 'alarms', query.format);
      return content;
    }),
  );
  registerRoute(server, 'confirmAlarms', (context, { body }) =>
    handleAlarms(platform, context, { step: HANDLING_STEPS.confirm, ...body }),
  );
  registerRoute(server, 'processAlarms', (context, { body }) =>
    handleAlarms(platform, context, { step: HANDLING_STEPS.process, ...body }),
  );
  registerRoute(server, 'reopenAlarms', (context, { body }) =>
    handleAlarms(platform, context, { step: HANDLING_STEPS.reopen, ...body }),
  );
  registerRoute(server, 'listAlarmAssignees', ({ actor }, { query }) =>
    listAlarmAssignees(platform, actor, query.ids),
  );
  registerRoute(server, 'assignAlarms', (context, { body }) => assignAlarms(platform, context, body));
  registerRoute(server, 'listAlarmSteps', ({ actor }, { params }) =>
    listAlarmSteps(platform.db, actor, params.id),
  );
  registerRoute(server, 'noteAlarm', (context, { params, body }) =>
    noteAlarm(platform, context, { id: params.id, text: body.text }),
  );
  registerRoute(server, 'listAlarmShields', ({ actor }, { query }) =>
    listAlarmShields(platform, actor, query),
  );
  registerRoute(server, 'shieldAlarms', (context, { body }) => shieldAlarms(platform, context, body));
  const ofMany = createTurnsOfMany();
  registerRoute(server, 'planMaintenance', (context, { body }) => planMaintenance(platform, context, body), {
    inTurn: (sender, { body }, work) => ofMany(sender, body.stationIds.length, work),
  });
  registerRoute(server, 'endAlarmShield', (context, { params }) =>
    endAlarmShield(platform, context, params.id),
  );
  registerRoute(server, 'reviewAlarmShield', (context, { params }) =>
    reviewAlarmShield(platform, context, params.id),
  );
  registerRules(server);
}

function registerRules(server: HttpServer): void {
  const { platform } = server;
  registerRoute(server, 'listAlarmRules', ({ actor }, { query }) => listAlarmRules(platform, actor, query));
  registerRoute(server, 'createAlarmRule', (context, { body }) => createAlarmRule(platform, context, body));
  registerRoute(server, 'updateAlarmRule', (context, { params, body }) =>
    updateAlarmRule(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'listAlarmRuleVersions', ({ actor }, { params }) =>
    listAlarmRuleVersions(platform, actor, params.id),
  );
  registerRoute(server, 'deleteAlarmRule', (context, { params }) =>
    deleteAlarmRule(platform, context, params.id),
  );
  registerRoute(server, 'exportAlarmRules', ({ actor }) => exportAlarmRules(platform, actor));
  registerRoute(server, 'importAlarmRules', (context, { body }) => importAlarmRules(platform, context, body));
  const tests = createTurns(TESTS);
  registerRoute(server, 'checkAlarmRuleCost', (context, { body }, { request }) =>
    tests.take(senderOf(context).organisation, async () => {
      const { actor } = await admitStill(server, 'checkAlarmRuleCost', request);
      return costOfRule(platform, actor, body);
    }),
  );
  registerRoute(server, 'checkAlarmRule', (context, { body }, { request }) =>
    tests.take(senderOf(context).organisation, async () => {
      const { actor } = await admitStill(server, 'checkAlarmRule', request);
      return testAlarmRule(platform, actor, body);
    }),
  );
}
