// What tests try at random is the same in each run, so that a change is judged by what it does; passes of `npm run fuzz` try other things.
import fc from 'fast-check';

if (!process.env.SUNFLEET_FUZZ) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_621 });
