#include "answer_fields.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/bytes_field.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace exec {

using namespace toolkit;

namespace {

std::string name_of_signal(int signal)
{
    const char* name = sigabbrev_np(signal);
    return "SIG" + (name != nullptr ? std::string(name) : std::to_string(signal));
}

std::string_view name_of(sandbox::Level level)
{
    switch (level) {
    case sandbox::Level::none: return "none";
    case sandbox::Level::landlock: return "landlock";
    case sandbox::Level::namespaces: break;
    }
    return "namespaces";
}

// ["sleep","make","and 3 more"], or ["3 processes"] where /proc names none.
Json names_of_killed(const process::Outcome& outcome)
{
    Json names = Json::array();
    for (const std::string& name : outcome.names)
        names.push_back(text::printable(name));
    const auto unnamed = outcome.killed - static_cast<int>(outcome.names.size());
    if (unnamed > 0)
        names.push_back(names.empty()
                ? std::to_string(unnamed) + (unnamed == 1 ? " process" : " processes")
                : "and " + std::to_string(unnamed) + " more");
    return names;
}

Json printable_paths(const std::vector<std::string>& paths)
{
    Json array = Json::array();
    for (const std::string& path : paths)
        array.push_back(text::printable(path));
    return array;
}

}

void add_status(Json& answer, const process::Outcome& outcome)
{
    constexpr int killed_by_signal = 128; // as shells count
    if (WIFSIGNALED(outcome.status)) {
        answer["exitCode"] = killed_by_signal + WTERMSIG(outcome.status);
        answer["signal"] = name_of_signal(WTERMSIG(outcome.status));
    } else
        answer["exitCode"] = WEXITSTATUS(outcome.status);
    if (outcome.timed_out)
        answer["timedOut"] = true;
    if (outcome.killed > 0)
        answer["killed"] = names_of_killed(outcome);
}

// Returns the size of a text as tool::put_text() writes it.
static std::size_t size_in_json(const std::string& bytes)
{
    const auto text = text::readable(bytes);
    if (!text)
        return (bytes.size() + 2) / 3 * 4;
    std::string literal;
    json::append_literal(literal, text->text);
    return literal.size();
}

static void limit_stream(output::Capture& stream, std::size_t room)
{
    constexpr int max_tries = 8;
    for (int count = 0; count < max_tries; ++count) {
        const std::string text = stream.text();
        const std::size_t size = size_in_json(text);
        if (size <= room)
            return;
        stream.limit(text.size() * room / size / 16 * 15);
    }
}

void limit_streams(process::Streams& streams, std::size_t room)
{
    const std::size_t output = size_in_json(streams.output.text());
    const std::size_t errors = size_in_json(streams.errors.text());
    limit_stream(streams.output, room - std::min(errors, room / 2));
    limit_stream(streams.errors, room - std::min(output, room / 2));
}

void add_stream(Json& answer, const std::string& name, const output::Capture& capture)
{
    const std::string text = capture.text();
    tool::put_text(answer, name, text);
    if (answer.contains(name))
        tool::put_invisible(answer, name + "Invisible", text, 0);
    if (!capture.file().path().empty()) {
        answer[name + "File"] = capture.file().path();
        answer[name + "NextLine"] = capture.first_missing_line();
    }
    if (!capture.file().path().empty() && capture.file().is_cut())
        answer[name + "FileTruncated"] = true;
    if (!capture.file().problem().empty())
        answer[name + "FileError"] = text::printable(capture.file().problem());
}

static bool has_line_with(std::string_view text, std::string_view first, std::string_view second)
{
    for (std::size_t at = 0; (at = text.find(first, at)) != std::string_view::npos;
         at += first.size()) {
        const std::size_t begin = text.rfind('\n', at) + 1; // 0 if there is no newline before
        if (text.substr(begin, text.find('\n', at) - begin).find(second) != std::string_view::npos)
            return true;
    }
    return false;
}

void add_note(Json& answer, const Request& request, const std::string& printed)
{
    const sandbox::Enclosure& enclosure = *request.enclosed.enclosure;
    if (enclosure.level() != sandbox::Level::namespaces)
        return;
    const auto has = [&](const char* words) { return printed.find(words) != std::string::npos; };
    std::string note;
    if (request.network == sandbox::Network::off
        && (has("onnection refused") || has("ECONNREFUSED") || has("ouldn't connect to server")
            || has("ould not connect to server")))
        note = "each command has a localhost of its own: start server and client in one command";
    if (enclosure.temporary_path() == "/tmp" && has_line_with(printed, "o such file", "/tmp/"))
        note += std::string(note.empty() ? "" : "; ")
            + "each command has a new /tmp: keep files for later commands in the workspace";
    if (!note.empty())
        answer["note"] = note;
}

static bool is_refused_at_home(const std::string& text)
{
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): one thread here
    const bool is_refused = text.find("Read-only file system") != std::string::npos
        || text.find("read-only file system") != std::string::npos
        || text.find("EROFS") != std::string::npos;
    return is_refused && home != nullptr && *home == '/'
        && text.find(std::string(home) + "/") != std::string::npos;
}

void add_place_for_caches(Json& answer, const std::string& printed, const std::string& place)
{
    if (answer.at("exitCode") == 0 || place.empty() || !is_refused_at_home(printed))
        return;
    const Json cache {{"XDG_CACHE_HOME", place}, {"npm_config_cache", place + "/npm"},
        {"GOCACHE", place + "/go"}};
    answer["hint"] = "the home directory can't be written here; programs keep their caches in "
                     "another place if 'env' names it: "
        + cache.dump();
}

void add_git(Json& answer, const git::GitWatch::Found& found)
{
    if (!found.obeyed.empty())
        answer["gitObeys"] = printable_paths(found.obeyed);
    if (found.more > 0)
        answer["gitObeysMore"] = found.more;
    if (!found.incomplete.empty()) {
        answer["gitObeysIncomplete"] = true;
        answer["gitObeysIncompleteReason"] = found.incomplete;
    }
    if (!found.removed.empty())
        answer["gitRemoved"] = printable_paths(found.removed);
    if (found.more_removed > 0)
        answer["gitRemovedMore"] = found.more_removed;
}

Json sandbox_field(const Request& request)
{
    const bool has_network = request.policy == sandbox::Policy::unrestricted
        || request.network == sandbox::Network::on;
    return {{"level", name_of(request.enclosed.enclosure->level())},
        {"policy", tool::name_of_choice(request.policy)}, {"network", has_network ? "on" : "off"},
        {"gaps", request.enclosed.enclosure->gaps()}};
}

}
