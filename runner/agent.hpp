#pragma once

#include "runner/interrupt.hpp"
#include "runner/options.hpp"
#include "runner/redaction.hpp"

// How agentcli ends. 128 and the signal's number, where one has ended it.
enum ExitStatus { answered = 0, failed_to_answer = 1, misused = 2, timed_out = 124, interrupted = 128 };

// Makes the parts that the options ask for, lets them converse, and prints the answer; or one line on stderr.
// Answers the exit status. Throws BAD_PATTERN.
int run_agent(const Options& options, const Secrets& secrets, const Interrupt& interrupt);
