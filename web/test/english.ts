// Tests read English. test.mjs puts this before each of them.
import { speak } from "../src/texts";
import { dictionary } from "../src/texts/en";
import { more } from "../src/texts/en/more";
import { speakMore } from "../src/texts/more";

speak("en", dictionary);
speakMore(more);
