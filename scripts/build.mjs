// npm run build: the web, ready to be served.
import { buildWeb } from './build-web.mjs';
import { install } from './node.mjs';

install();
buildWeb();
