#include "agent/permissions/rule_store.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace agent::permissions {

namespace {

constexpr std::size_t max_file = 8 << 20;
constexpr const char* rules_directory = "permissions";

Json document_of_stored(const StoredRule& stored)
{
    return {{"id", stored.id}, {"rule", document_of(stored.rule)}, {"made", stored.made},
        {"by", stored.by}, {"binding", stored.binding}, {"uses", stored.uses}};
}

bool is_id(const std::string& text)
{
    return text.size() >= 4 && text.size() <= 16
        && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

StoredRule stored_rule_in(const Json& document)
{
    StoredRule stored {json::string_member(document, "id"), rule_in(json::member(document, "rule")),
        json::string_member(document, "made"), json::string_member(document, "by"),
        json::string_member(document, "binding")};
    if (const Json& uses = json::member(document, "uses"); uses.is_number_unsigned())
        stored.uses = uses.get<std::int64_t>();
    if (!is_id(stored.id) || stored.binding.empty())
        throw ToolError(Code::bad_request, "a rule has no id or no binding");
    return stored;
}

WorkspaceRules rules_in_text(const std::string& text)
{
    const Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    const Json& list = json::member(document, "rules");
    WorkspaceRules result {json::string_member(document, "workspace"), {}};
    if (!list.is_array() || list.size() > max_rules || !result.workspace.starts_with('/'))
        throw ToolError(Code::bad_request, "it is not {\"workspace\", \"rules\": […]}");
    result.rules.reserve(list.size());
    for (const auto& one : list)
        result.rules.push_back(stored_rule_in(one));
    return result;
}

// Returns an empty PrivateDirectory if no rule was ever stored.
system::PrivateDirectory find_directory(const std::string& state_directory)
{
    auto directory = system::PrivateDirectory::find(state_directory);
    if (directory)
        directory = directory.find_in(rules_directory);
    return directory;
}

// Returns nullopt if the file does not exist.
std::optional<WorkspaceRules> read_rules(
    const system::PrivateDirectory& directory, const std::string& file)
{
    const auto text = directory ? directory.read_secret(file, max_file) : std::nullopt;
    if (!text)
        return std::nullopt;
    try {
        WorkspaceRules found = rules_in_text(*text);
        if (system::sha256(found.workspace) + ".json" != file)
            throw ToolError(Code::bad_request, "it is of another workspace");
        return found;
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            "no stored approval is used: the file " + text::in_quotes(file)
                + " in 'permissions' of the state directory cannot be used: " + error.message,
            "repair or remove it");
    }
}

void write_rules(
    const system::PrivateDirectory& directory, const std::string& file, const WorkspaceRules& rules)
{
    if (rules.rules.empty()) {
        (void)directory.remove(file);
        return;
    }
    Json list = Json::array();
    for (const auto& rule : rules.rules)
        list.push_back(document_of_stored(rule));
    directory.write(
        file, Json {{"workspace", rules.workspace}, {"rules", std::move(list)}}.dump(1) + "\n");
}

bool has_id(const std::vector<StoredRule>& rules, const std::string& id)
{
    return std::any_of(
        rules.begin(), rules.end(), [&](const StoredRule& rule) { return rule.id == id; });
}

std::string new_id(const std::vector<StoredRule>& rules)
{
    std::array<unsigned char, 2> bytes {};
    std::string id;
    do {
        system::fill_randomly(bytes, "the id of a rule");
        id = text::hexadecimal(bytes);
    } while (has_id(rules, id));
    return id;
}

}

static std::string without_links(const std::string& workspace)
{
    std::error_code error;
    const auto path = std::filesystem::canonical(workspace, error);
    return error ? workspace : path.string();
}

RuleStore::RuleStore(const std::string& workspace, std::string state_directory)
    : workspace(without_links(workspace))
    , state_directory(std::move(state_directory))
    , file(system::sha256(this->workspace) + ".json")
{
}

std::vector<StoredRule> RuleStore::rules() const
{
    auto found = read_rules(find_directory(state_directory), file);
    return found ? std::move(found->rules) : std::vector<StoredRule>();
}

StoredRule RuleStore::add(const Rule& rule, const std::string& by, const std::string& binding) const
{
    if (state_directory.empty() || !text::is_utf8(workspace))
        throw ToolError(Code::bad_request,
            state_directory.empty()
                ? "the rule cannot be stored: neither XDG_STATE_HOME nor HOME is set"
                : "the rule cannot be stored: the path of the workspace is not UTF-8");
    const auto directory = system::PrivateDirectory::make(state_directory).make_in(rules_directory);
    const File lock = directory.lock();
    WorkspaceRules all = read_rules(directory, file).value_or(WorkspaceRules {workspace, {}});
    std::erase_if(all.rules, [&](const StoredRule& one) { return one.rule == rule; });
    if (all.rules.size() >= max_rules)
        throw ToolError(Code::too_large,
            "the rule is not stored: the workspace has " + std::to_string(max_rules)
                + " approval rules",
            "'agentcli approvals' lists them, and 'agentcli approvals remove ID' removes one");
    all.rules.push_back(
        {new_id(all.rules), rule, text::rfc3339(std::chrono::system_clock::now()), by, binding});
    write_rules(directory, file, all);
    return all.rules.back();
}

void RuleStore::count_use(const std::string& id) const
try {
    const auto directory = find_directory(state_directory);
    if (!directory)
        return;
    const File lock = directory.lock();
    auto all = read_rules(directory, file);
    if (!all)
        return;
    for (StoredRule& rule : all->rules)
        if (rule.id == id)
            ++rule.uses;
    write_rules(directory, file, *all);
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch): the count is only displayed
}

std::optional<StoredRule> RuleStore::remove(const std::string& id) const
{
    const auto directory = find_directory(state_directory);
    if (!directory)
        return std::nullopt;
    const File lock = directory.lock();
    auto all = read_rules(directory, file);
    if (!all)
        return std::nullopt;
    const auto at = std::find_if(all->rules.begin(), all->rules.end(),
        [&](const StoredRule& rule) { return rule.id == id; });
    if (at == all->rules.end())
        return std::nullopt;
    StoredRule removed = std::move(*at);
    all->rules.erase(at);
    write_rules(directory, file, *all);
    return removed;
}

std::vector<StoredRule> RuleStore::clear() const
{
    const auto directory = find_directory(state_directory);
    if (!directory)
        return {};
    const File lock = directory.lock();
    auto all = read_rules(directory, file);
    if (!all)
        return {};
    write_rules(directory, file, {workspace, {}});
    return std::move(all->rules);
}

std::vector<WorkspaceRules> all_rules(const std::string& state_directory)
{
    const auto directory = find_directory(state_directory);
    if (!directory)
        return {};
    std::vector<WorkspaceRules> all;
    for (const std::string& name : directory.names())
        if (name.ends_with(".json"))
            if (auto rules = read_rules(directory, name))
                all.push_back(*std::move(rules));
    std::sort(all.begin(), all.end(),
        [](const auto& one, const auto& other) { return one.workspace < other.workspace; });
    return all;
}

}
