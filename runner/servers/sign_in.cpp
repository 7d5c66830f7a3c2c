#include "runner/servers/sign_in.hpp"

#include "agent/mcp/question_prompter.hpp"
#include "runner/servers/callback.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "runner/terminal/browser.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

namespace runner::servers {

using namespace std::chrono_literals;

namespace {

bool has_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

// Returns false if no browser could be started.
bool try_browser(const std::string& url)
try {
    terminal::open_in_browser(url);
    return true;
} catch (const ToolError&) { // the URL is shown in any case
    return false;
}

// The dialogue of a sign-in on stdin, stdout and stderr.
class Dialogue {
public:
    Dialogue(
        const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by)
        : entry(entry)
        , options(options)
        , by(by)
        , flow(entry, options.port, by)
        , is_interactive(has_terminal())
    {
    }

    void run()
    {
        if (flow.is_by_person() && !is_interactive && options.opens_browser)
            throw ToolError(Code::bad_request, "there is no terminal to sign in at",
                "--no-browser prints the URL as a line of JSON, and waits for the browser or for "
                "the address that it could not open on stdin");
        flow.discover();
        if (flow.is_by_person())
            sign_in_by_person();
        else
            flow.finish_by_credentials();
        flow.record();
        if (is_interactive || !flow.is_by_person())
            show(entry.name + ": " + sign_in_text_of(sign_in_state_of(entry)) + "\n");
    }

private:
    void show(const std::string& text) const
    {
        const auto terminal = options.uses_stdout ? std::nullopt : terminal::Terminal::find();
        if (terminal)
            terminal->print(terminal::for_terminal(text), by.cancel);
        else
            terminal::print(terminal::for_terminal(text));
    }

    void sign_in_by_person()
    {
        flow.listen();
        if (is_interactive && flow.protocol().needs_client())
            ask_for_client();
        flow.make_request();
        if (is_interactive)
            show_request();
        else
            terminal::print_json({{"url", flow.url()}, {"redirect", flow.redirect_uri()}});
        try {
            wait();
        } catch (const ToolError&) {
            flow.forget_client();
            throw;
        }
        flow.finish();
    }

    // Asks for a client that was registered by hand, and stores it.
    void ask_for_client()
    {
        constexpr std::size_t max_shown = 200;
        const auto terminal = terminal::Terminal::find();
        if (!terminal)
            return;
        oauth::SignIn& protocol = flow.protocol();
        show(terminal::for_decision(text::shortened(protocol.issuer(), max_shown))
            + " does not register clients by itself. Register one there, with "
              "the redirect URI "
            + flow.redirect_uri()
            + ", and type its id here (or set 'oauth.clientId' "
              "in the entry of the server).\n");
        const std::string id(text::stripped(terminal->ask("client id: ", by.cancel).value_or("")));
        if (id.empty())
            return;
        const std::string secret
            = terminal->ask_hidden("client secret, if it has one: ", by.cancel).value_or("");
        protocol.keep_client(id, std::string(text::stripped(secret)), flow.redirect_uri());
    }

    // Shows where the sign-in goes before it opens the browser, so that a person can cancel it.
    void show_request() const
    {
        std::string text;
        for (const auto& line : flow.lines())
            text += line + "\n";
        show(text);
        const bool is_open = options.opens_browser && try_browser(flow.url());
        text = is_open ? "Opened in your browser. If nothing appears, open:\n"
                       : "Open this URL in a browser:\n";
        show(text + "  " + flow.url()
            + "\nWaiting for the browser, 10 minutes at most (Ctrl-C ends it).\n"
              "No browser on this machine? Sign in anywhere, then paste the address that could not "
              "be opened:\n");
    }

    void take_pasted_lines()
    {
        for (const auto& line : pasted.take())
            if (!text::stripped(line).empty() && !flow.take_pasted(line) && !flow.has_response())
                terminal::print_note(flow.message_about_address());
    }

    void wait()
    {
        const auto deadline = system::Watch::Clock::now() + max_time_of_sign_in;
        while (!flow.has_response() && system::Watch::Clock::now() < deadline) {
            step(deadline);
            take_pasted_lines();
        }
        const auto end = system::Watch::Clock::now() + 1s; // to send the page
        while (flow.has_to_write() && system::Watch::Clock::now() < end)
            step(end);
        if (!flow.has_response())
            throw ToolError(Code::timed_out, sign_in_timed_out);
    }

    void step(system::Watch::Clock::time_point until)
    {
        system::Watch watch;
        flow.watch(watch);
        pasted.watch(watch);
        watch.until(until);
        watch.readable(by.cancel.descriptor());
        watch.wait();
        by.cancel.check();
        flow.step(watch);
    }

    const agent::mcp::ServerEntry& entry;
    const SignInOptions& options;
    const SignInSetting& by;
    SignInFlow flow;
    bool is_interactive;
    PastedLines pasted;
};

// Asks on the terminal whether to sign in, and signs in before begin() returns.
class TerminalSignIns : public agent::mcp::SignInPrompter {
public:
    using SignIn = std::function<void(const agent::mcp::ServerEntry& server)>;

    TerminalSignIns(SignIn sign_in, system::Cancel& cancel)
        : sign_in(std::move(sign_in))
        , cancel(cancel)
    {
    }

    bool asks_at_start() const override { return false; }
    void withdraw(std::uint64_t number) override { ends.erase(number); }
    void step(std::uint64_t /*number*/) override { }

    std::uint64_t begin(const agent::mcp::WantedSignIn& wanted) override
    {
        ends[++count] = end_of(wanted);
        return count;
    }

    std::optional<agent::mcp::SignInEnd> take(std::uint64_t number) override
    {
        auto taken = ends.extract(number);
        if (taken.empty())
            return std::nullopt;
        return std::move(taken.mapped());
    }

    void watch(std::uint64_t number, system::Watch& watch) const override
    {
        if (ends.contains(number))
            watch.until(system::Watch::Clock::now());
    }

private:
    agent::mcp::SignInEnd end_of(const agent::mcp::WantedSignIn& wanted) const
    try {
        auto terminal = terminal::Terminal::find();
        if (!terminal)
            return {.text = no_terminal, .reason = no_terminal, .was_asked = false};
        terminal->wait_until(system::Watch::Clock::now() + agent::mcp::answer_time);
        const std::string need = wanted.scopes.empty() ? "" : " with more access: " + wanted.scopes;
        const auto line = terminal->ask("The MCP server "
                + terminal::for_decision(wanted.server.name) + " needs a sign-in"
                + terminal::for_decision(need) + "\nSign in now? y(es), n(o) > ",
            cancel);
        const std::string word = text::in_lower_case(text::stripped(line.value_or("")));
        if (word != "y" && word != "yes")
            return {.text = declined, .reason = declined};
        sign_in(wanted.server);
        return {true, sign_in_text_of(sign_in_state_of(wanted.server))};
    } catch (const ToolError& error) {
        return {.text = error.message + (error.hint.empty() ? "" : "; " + error.hint)};
    }

    static constexpr const char* no_terminal = "there is no terminal to sign in at";
    static constexpr const char* declined = "the operator has not signed in";

    SignIn sign_in;
    system::Cancel& cancel;
    std::uint64_t count = 0;
    std::map<std::uint64_t, agent::mcp::SignInEnd> ends; // for take()
};

}

std::shared_ptr<agent::mcp::SignInPrompter> sign_ins_at_terminal(
    std::function<void(const agent::mcp::ServerEntry& server)> sign_in, system::Cancel& cancel)
{
    if (!has_terminal())
        return {};
    return std::make_shared<TerminalSignIns>(std::move(sign_in), cancel);
}

void sign_in(
    const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by)
{
    Dialogue(entry, options, by).run();
}

std::optional<oauth::SignedOut> sign_out(
    const agent::mcp::ServerEntry& entry, const SignInSetting& by)
{
    auto ended
        = oauth::sign_out(agent::mcp::protected_server_of(entry), oauth::TokenStore(), by.cancel);
    if (!ended)
        return ended;
    if (ended->failure)
        ended->failure = by.redaction.redact(*ended->failure);
    by.audit.write_server({{"server", entry.name}, {"state", "signed-out"},
        {"issuer", text::printable(ended->issuer)}, {"revoked", !ended->failure}});
    return ended;
}

}
