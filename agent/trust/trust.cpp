#include "agent/trust/trust.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::trust {

using namespace toolkit;

static constexpr std::size_t max_trust = 16 << 20;
static const char* const trust_name = "trust.json";

using system::PrivateDirectory;

static std::string trust_path() { return system::state_directory() + "/" + trust_name; }

static ToolError unreliable(const std::string& why)
{
    return {Code::bad_request, "nothing is trusted: " + why,
        "repair or remove it; --tools FILE needs no trust"};
}

// Converts the errors of a directory, or of a file in it, that cannot be relied on.
template<class Read>
static auto reliable(Read read)
{
    try {
        return read();
    } catch (const ToolError& error) {
        if (error.code != Code::bad_request)
            throw;
        throw unreliable(error.message);
    }
}

static PrivateDirectory find_trust_directory()
{
    return reliable([] { return PrivateDirectory::find(system::state_directory()); });
}

static PrivateDirectory make_trust_directory()
{
    if (system::state_directory().empty())
        throw ToolError(Code::bad_request,
            "there is no place to keep trust: neither XDG_STATE_HOME nor HOME is set");
    return reliable([] { return PrivateDirectory::make(system::state_directory()); });
}

static Trusted trusted_entry(const Json& entry)
{
    Trusted result {json::string_member(entry, "kind"), json::string_member(entry, "directory"),
        json::string_member(entry, "name"), json::string_member(entry, "sha256"),
        json::string_member(entry, "workspace")};
    const std::size_t members = result.workspace.empty() ? 4 : 5;
    const bool is_whole = entry.is_object() && entry.size() == members && !result.kind.empty()
        && result.directory.starts_with('/') && !result.name.empty() && result.sha256.size() == 64;
    if (!is_whole)
        throw ToolError(Code::bad_request,
            "an entry is not {\"kind\", \"directory\", \"name\", \"sha256\", \"workspace\"?}");
    return result;
}

static std::vector<Trusted> entries_in(const std::string& text)
{
    const Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    const Json& list = json::member(document, "trusted");
    if (!document.is_object() || document.size() != 1 || !list.is_array())
        throw ToolError(Code::bad_request, "it is not {\"trusted\": […]}");
    std::vector<Trusted> entries;
    for (const auto& entry : list)
        entries.push_back(trusted_entry(entry));
    return entries;
}

static std::vector<Trusted> read_entries(const PrivateDirectory& directory)
{
    if (!directory)
        return {};
    const auto text = reliable([&] { return directory.read(trust_name, max_trust); });
    if (!text)
        return {};
    try {
        return entries_in(*text);
    } catch (const ToolError& error) {
        throw unreliable(text::in_quotes(trust_path()) + " cannot be used: " + error.message);
    }
}

static void write_entries(const PrivateDirectory& directory, const std::vector<Trusted>& entries)
{
    Json list = Json::array();
    for (const auto& entry : entries) {
        list.push_back({{"kind", entry.kind}, {"directory", entry.directory}, {"name", entry.name},
            {"sha256", entry.sha256}});
        if (!entry.workspace.empty())
            list.back()["workspace"] = entry.workspace;
    }
    directory.write(trust_name, Json {{"trusted", std::move(list)}}.dump(1) + "\n");
}

static bool is_same_place(const Trusted& one, const Trusted& other)
{
    return one.kind == other.kind && one.directory == other.directory && one.name == other.name;
}

bool is_trusted(const Trusted& found) { return find_trusted(found).has_value(); }

std::optional<Trusted> find_trusted(const Trusted& found)
{
    const std::vector<Trusted> entries = list_trusted();
    const auto entry = std::find(entries.begin(), entries.end(), found);
    return entry == entries.end() ? std::nullopt : std::optional(*entry);
}

std::vector<Trusted> list_trusted() { return read_entries(find_trust_directory()); }

void trust(const Trusted& found)
{
    for (const auto& path : {found.directory, found.name})
        if (!text::is_utf8(path))
            throw ToolError(Code::bad_request,
                "nothing is trusted: the path " + text::in_quotes(path) + " is not UTF-8",
                "give it a name in UTF-8");
    const PrivateDirectory directory = make_trust_directory();
    const File lock = directory.lock();
    std::vector<Trusted> entries = read_entries(directory);
    std::erase_if(entries, [&](const Trusted& entry) { return is_same_place(entry, found); });
    entries.push_back(found);
    write_entries(directory, entries);
}

bool end_trust(const Trusted& found)
{
    const PrivateDirectory directory = find_trust_directory();
    if (!directory)
        return false;
    const File lock = directory.lock();
    std::vector<Trusted> entries = read_entries(directory);
    if (std::erase_if(entries, [&](const Trusted& entry) { return is_same_place(entry, found); })
        == 0)
        return false;
    write_entries(directory, entries);
    return true;
}

}
