#include "runner/servers/sign_in.hpp"

#include "agent/mcp/failed_starts.hpp"
#include "agent/oauth/sign_in.hpp"
#include "runner/servers/callback.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "runner/terminal/browser.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace runner::servers {

using namespace std::chrono_literals;

namespace {

constexpr auto max_time_of_sign_in = 10min;

bool has_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

void show(const std::string& text) { terminal::print(terminal::for_terminal(text)); }

std::string host_of(const std::string& url) { return web::parse_address(url).host; }

// Returns text of a server as one line, in which nothing is invisible.
std::string decided(const std::string& text)
{
    constexpr std::size_t max_shown = 200;
    return terminal::for_decision(text::shortened(text, max_shown));
}

// Returns false if no browser could be started.
bool try_browser(const std::string& url)
try {
    terminal::open_in_browser(url);
    return true;
} catch (const ToolError&) { // the URL is shown in any case
    return false;
}

// One sign-in, in the order of its steps.
class Dialogue {
public:
    Dialogue(
        const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by)
        : entry(entry)
        , options(options)
        , by(by)
        , server(agent::mcp::protected_server_of(entry))
        , sign_in(server, store, by.cancel)
        , is_interactive(has_terminal())
    {
        server.settings.callback_port
            = options.port != 0 ? options.port : server.settings.callback_port;
    }

    void run()
    {
        const bool is_by_person = !server.settings.is_client_credentials;
        if (is_by_person && !is_interactive && options.opens_browser)
            throw ToolError(Code::bad_request, "there is no terminal to sign in at",
                "--no-browser prints the URL as a line of JSON, and waits for the browser or for "
                "the address that it could not open on stdin");
        const oauth::Token token = signed_in(is_by_person);
        agent::mcp::FailedStarts().remove(entry.hash);
        by.audit.write_server({{"server", entry.name}, {"state", "signed-in"},
            {"issuer", text::printable(token.issuer)}, {"scopes", text::printable(token.granted)}});
        if (is_interactive || !is_by_person)
            show(entry.name + ": " + sign_in_text_of(sign_in_state_of(entry)) + "\n");
    }

private:
    // Reports an error of a server as IO_ERROR, since it is not a mistake in the command line.
    oauth::Token signed_in(bool is_by_person)
    try {
        sign_in.discover();
        return is_by_person ? signed_in_by_person() : signed_in_by_credentials();
    } catch (const ToolError& error) {
        if (error.code != Code::bad_request && error.code != Code::not_found)
            throw;
        throw ToolError(Code::io_error, error.message, error.hint);
    }

    oauth::Token signed_in_by_credentials()
    {
        std::string no_redirect;
        (void)sign_in.client_for(no_redirect);
        return sign_in.by_credentials();
    }

    oauth::Token signed_in_by_person()
    {
        open_callback();
        std::string redirect_uri = callback->redirect_uri();
        if (is_interactive && sign_in.needs_client())
            ask_for_client(redirect_uri);
        const auto origin = sign_in.client_for(redirect_uri);
        request = sign_in.authorization_request(redirect_uri);
        const std::string url = oauth::authorization_url(*request);
        if (is_interactive)
            show_request(url, origin);
        else
            terminal::print_json({{"url", url}, {"redirect", redirect_uri}});
        try {
            wait();
        } catch (const ToolError&) {
            // The server may no longer know the client: only the browser shows that.
            if (!failure && origin == oauth::SignIn::Origin::stored)
                sign_in.forget_client();
            throw;
        }
        return sign_in.exchange(*request, *code);
    }

    // Asks for a client that was registered by hand, and stores it.
    void ask_for_client(const std::string& redirect_uri)
    {
        const auto terminal = terminal::Terminal::find();
        if (!terminal)
            return;
        show(decided(sign_in.issuer())
            + " does not register clients by itself. Register one there, with "
              "the redirect URI "
            + redirect_uri
            + ", and type its id here (or set 'oauth.clientId' "
              "in the entry of the server).\n");
        const std::string id(text::stripped(terminal->ask("client id: ", by.cancel).value_or("")));
        if (id.empty())
            return;
        const std::string secret
            = terminal->ask_hidden("client secret, if it has one: ", by.cancel).value_or("");
        sign_in.keep_client(id, std::string(text::stripped(secret)), redirect_uri);
    }

    // If the port of an earlier registration is in use, listens on another one, for which a client
    // is registered.
    void open_callback()
    {
        const auto take = [this](const std::string& query) { return take_response(query); };
        const int fixed = server.settings.callback_port;
        const int port = fixed != 0 ? fixed : sign_in.preferred_port();
        try {
            callback.emplace(port, take);
        } catch (const ToolError&) {
            if (fixed != 0 || port == 0)
                throw;
            callback.emplace(0, take);
        }
    }

    std::string issuer_lines() const
    {
        constexpr std::size_t max_others = 5;
        const bool is_other_host = host_of(sign_in.issuer()) != host_of(entry.url);
        std::string text = "sign in   " + decided(sign_in.issuer())
            + (is_other_host ? "   (another host than the server's)" : "") + "\n";
        if (const std::string before = sign_in.earlier_issuer(); !before.empty())
            text += "note      the last sign-in was at " + decided(before) + "\n";
        const auto& others = sign_in.other_issuers();
        for (std::size_t at = 0; at < std::min(others.size(), max_others); ++at)
            text += "also      " + decided(others[at])
                + "   ('oauth.issuer' in the entry chooses it)\n";
        if (others.size() > max_others)
            text += "also      " + std::to_string(others.size() - max_others) + " more\n";
        return text;
    }

    // Shows where the sign-in goes before it opens the browser, so that a person can cancel it.
    void show_request(const std::string& url, oauth::SignIn::Origin origin) const
    {
        std::string text = decided(entry.name) + "   " + decided(entry.url) + "\n" + issuer_lines();
        for (const auto& other : sign_in.sharing_entries())
            text += "note      the server " + text::in_quotes(other)
                + " uses this authorization server, too\n";
        if (!sign_in.has_resource_metadata())
            text += "note      the server does not describe itself (RFC 9728)\n";
        text += std::string("client    ") + words_of(origin) + "\n";
        if (!sign_in.scopes().empty())
            text += "access    " + decided(sign_in.scopes()) + "\n";
        show(text);
        const bool is_open = options.opens_browser && try_browser(url);
        text = is_open ? "Opened in your browser. If nothing appears, open:\n"
                       : "Open this URL in a browser:\n";
        show(text + "  " + url
            + "\nWaiting for the browser, 10 minutes at most (Ctrl-C ends it).\n"
              "No browser on this machine? Sign in anywhere, then paste the address that could not "
              "be opened:\n");
    }

    static const char* words_of(oauth::SignIn::Origin origin)
    {
        switch (origin) {
        case oauth::SignIn::Origin::configured: return "from the entry of the server";
        case oauth::SignIn::Origin::by_url: return "named by its URL";
        case oauth::SignIn::Origin::stored: return "registered before, as \"agentcli\"";
        case oauth::SignIn::Origin::registered: break;
        }
        return "registered as \"agentcli\"";
    }

    bool take_response(const std::string& query)
    {
        if (code || failure)
            return false;
        try {
            code = oauth::code_in(query, *request);
        } catch (const ToolError& error) {
            failure = error;
        }
        return code || failure;
    }

    void take_pasted_lines()
    {
        for (const auto& line : pasted.take())
            if (!text::stripped(line).empty() && !take_response(oauth::pasted_query(line)) && !code
                && !failure)
                terminal::print_note("that is not the address of this sign-in; it begins with "
                    + request->redirect_uri + "?");
    }

    void wait()
    {
        const auto deadline = system::Watch::Clock::now() + max_time_of_sign_in;
        while (!code && !failure && system::Watch::Clock::now() < deadline) {
            step(deadline);
            take_pasted_lines();
        }
        const auto end = system::Watch::Clock::now() + 1s; // for the page
        while (callback->has_to_write() && system::Watch::Clock::now() < end)
            step(end);
        if (failure)
            throw ToolError(*failure);
        if (!code)
            throw ToolError(Code::timed_out, "nobody has signed in within 10 minutes");
    }

    void step(system::Watch::Clock::time_point until)
    {
        system::Watch watch;
        callback->watch(watch);
        pasted.watch(watch);
        watch.until(until);
        watch.readable(by.cancel.descriptor());
        watch.wait();
        by.cancel.check();
        callback->step(watch);
    }

    const agent::mcp::ServerEntry& entry;
    const SignInOptions& options;
    const SignInSetting& by;
    oauth::ProtectedServer server;
    oauth::TokenStore store;
    oauth::SignIn sign_in;
    bool is_interactive;
    std::optional<Callback> callback;
    PastedLines pasted;
    std::optional<oauth::AuthorizationRequest> request;
    std::optional<std::string> code;
    std::optional<ToolError> failure;
};

}

void sign_in(
    const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by)
{
    if (!agent::mcp::may_sign_in(entry))
        throw ToolError(Code::bad_request,
            entry.url.empty() ? "the server is not used over HTTP"
                              : "its entry has 'oauth': false or the header 'Authorization'",
            entry.url.empty() ? "it gets its credentials by 'env' of its entry" : "");
    Dialogue(entry, options, by).run();
}

bool sign_out(const agent::mcp::ServerEntry& entry, const SignInSetting& by)
{
    const auto ended
        = oauth::sign_out(agent::mcp::protected_server_of(entry), oauth::TokenStore(), by.cancel);
    if (!ended)
        return false;
    if (ended->failure)
        terminal::print_note(by.redaction.redact(*ended->failure));
    by.audit.write_server({{"server", entry.name}, {"state", "signed-out"},
        {"issuer", text::printable(ended->issuer)}, {"revoked", !ended->failure}});
    return true;
}

}
