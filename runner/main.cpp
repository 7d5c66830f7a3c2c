// agentcli: asks a model, runs the tools that it calls, and prints its answer; other commands show
// and change the files that it uses.

#include "agent/loop/run_result.hpp"
#include "agent/redaction/command_secrets.hpp"
#include "agent/redaction/redaction.hpp"
#include "agent/redaction/secret_names.hpp"
#include "runner/options/command_set.hpp"
#include "runner/start/concealment.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/outputs.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/web/route.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace runner {

using namespace agent;
using namespace toolkit;

// Returns the secrets: the key, and those in flags and in the variables for proxies.
static std::vector<std::string> given_secrets(const options::Options& options)
{
    std::vector<std::string> secrets = web::proxy_secrets();
    const auto add = [&](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(secrets));
    };
    add({options.api_key});
    for (const auto& name : options.key_variables)
        if (const char* value = std::getenv(name.c_str())) // NOLINT(concurrency-mt-unsafe)
            add({value});
    add(web::secrets_of_url(options.base_url));
    for (const auto& header : options.headers)
        add(redaction::secrets_of_header(header));
    return secrets;
}

static redaction::Secrets secrets_of(const options::Options& options)
{
    redaction::Secrets secrets {redaction::secret_values(environ, options.redact.keys),
        options.redact.patterns, redaction::Shapes::known, options.redact.keys,
        options.workspace_redact};
    for (auto& secret : given_secrets(options))
        secrets.values.push_back(std::move(secret));
    return secrets;
}

static int fail(const ToolError& error)
{
    if (terminal::nobody_reads_stdout()) // as in most programs, no message is needed
        return static_cast<int>(loop::Reason::stdout_closed);
    terminal::print_note(redaction::Redaction(secrets_of({})).redact(terminal::one_line(error)));
    const bool is_of_stdout = dynamic_cast<const terminal::StdoutError*>(&error) != nullptr;
    return static_cast<int>(is_of_stdout ? loop::Reason::failed : loop::Reason::misused);
}

// Limits the wait for pipes that flags name. A workflow sets a new deadline when its run begins.
static void set_deadline(options::Invocation& by, options::Span span)
{
    if (span == options::Span::own)
        return;
    const bool is_limited = span == options::Span::limited;
    // A signal must not end a command in the middle of a change.
    system::Cancel& cancel = by.cancel();
    if (is_limited)
        cancel.end_after(by.options.max_time);
    system::start_watchdog(is_limited ? static_cast<int>(loop::Reason::max_seconds) : 0);
}

// Processes that were forked for a set of commands.
using AllAhead = std::map<const options::CommandSet*, std::unique_ptr<options::Ahead>>;

static AllAhead begin_ahead(std::vector<std::string>& arguments, char** argv)
{
    AllAhead all;
    for (const options::CommandSet* set : options::command_sets())
        if (set->begin != nullptr)
            all.emplace(set, set->begin(arguments, argv));
    return all;
}

// Ends the processes that were forked for other commands. Returns that for this command, or null.
static options::Ahead* choose_ahead(const AllAhead& all, const options::CommandRow& row)
{
    options::Ahead* chosen = nullptr;
    for (const auto& [set, ahead] : all) {
        if (row.set == set)
            chosen = ahead.get();
        else if (ahead != nullptr)
            ahead->stand_down();
    }
    return chosen;
}

static int run_command(int argc, char** argv)
{
    system::hold_standard_descriptors();
    system::begin_with_usual_signals();
    // Prevents other processes of the same user, including tools, from reading the key out of this
    // process.
    prctl(PR_SET_DUMPABLE, 0);
    std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const AllAhead all_ahead = begin_ahead(arguments, argv);
    const options::Options options = options::parse_options(arguments);
    const options::CommandRow& row = options::row_of(options.command);
    options::Ahead* const ahead = choose_ahead(all_ahead, row);
    const redaction::Secrets secrets = secrets_of(options);
    start::conceal_secrets(argv, given_secrets(options));
    options::Invocation by(options, arguments, secrets, ahead);
    set_deadline(by, row.span);
    return row.run(by);
}

}

// Catches all exceptions, so that none ends the process in another way.
int main(int argc, char** argv)
try {
    try {
        return runner::run_command(argc, argv);
    } catch (const toolkit::ToolError& error) {
        return runner::fail(error);
    }
} catch (const std::exception& error) { // from a library, if memory or descriptors are exhausted
    runner::terminal::print_note(
        std::string("cannot continue: ") + runner::terminal::without_controls(error.what()));
    return static_cast<int>(agent::loop::Reason::failed);
}
