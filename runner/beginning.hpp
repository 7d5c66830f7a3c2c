#pragma once

#include "runner/options.hpp"
#include "runner/output.hpp"
#include "runner/transcript.hpp"

// What the conversation goes on from: the system message, and the past of -s, -fork or -load-messages. Notes what
// had to be mended. Throws what Session does, and BAD_REQUEST where a file can't be used.
Transcript begin_transcript(const Options& options, const Redaction& redaction, const Output& output);
