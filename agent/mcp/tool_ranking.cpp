#include "agent/mcp/tool_ranking.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace agent::mcp {

namespace {

std::string singular(std::string word)
{
    constexpr std::size_t shortest = 4;
    if (word.size() < shortest || !word.ends_with('s') || word.ends_with("ss"))
        return word;
    const bool is_ies = word.ends_with("ies");
    word.resize(word.size() - (is_ies ? 3 : 1));
    return is_ies ? word + "y" : word;
}

}

std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words = text::words_in_name(text);
    for (auto& word : words)
        word = singular(std::move(word));
    return words;
}

ToolRanking::ToolRanking(std::vector<const ServerTool*> ranked)
    : ranked(std::move(ranked))
{
    double sum = 0;
    documents.reserve(this->ranked.size());
    for (const ServerTool* tool : this->ranked) {
        Document document;
        const auto add = [&](std::string_view text, double weight) {
            for (auto& word : words_of(text)) {
                document.counts[std::move(word)] += weight;
                document.length += weight;
            }
        };
        add(tool->own_name, 3);
        add(tool->at_server.server, 2);
        add(tool->title, 1);
        add(tool->description, 1);
        if (const Json& properties = json::member(tool->schema, "properties");
            properties.is_object())
            for (const auto& [name, schema] : properties.items()) {
                add(name, 0.5);
                add(json::string_member(schema, "description"), 0.5);
            }
        for (const auto& [word, count] : document.counts)
            ++tools_with[word];
        sum += document.length;
        documents.push_back(std::move(document));
    }
    if (sum > 0)
        mean_length = sum / static_cast<double>(documents.size());
}

double ToolRanking::score(const Document& document, const std::vector<std::string>& query) const
{
    constexpr double k1 = 1.2;
    constexpr double b = 0.75;
    double score = 0;
    for (const auto& word : query) {
        const auto found = document.counts.find(word);
        if (found == document.counts.end())
            continue;
        const auto all = static_cast<double>(documents.size());
        const auto with = static_cast<double>(tools_with.at(word));
        const double rarity = std::log(1 + (all - with + 0.5) / (with + 0.5));
        const double count = found->second;
        score += rarity * count * (k1 + 1)
            / (count + k1 * (1 - b + b * document.length / mean_length));
    }
    return score;
}

std::vector<const ServerTool*> ToolRanking::best(std::string_view query) const
{
    const std::vector<std::string> all_words = words_of(query);
    const std::set<std::string> unique(all_words.begin(), all_words.end());
    const std::vector<std::string> words(unique.begin(), unique.end());
    const std::string name = text::in_lower_case(text::stripped(query));
    std::vector<std::pair<double, const ServerTool*>> found;
    for (std::size_t at = 0; at < ranked.size(); ++at) {
        const ServerTool& tool = *ranked[at];
        const bool is_named
            = text::in_lower_case(tool.own_name) == name || text::in_lower_case(tool.name) == name;
        const double rank
            = is_named ? std::numeric_limits<double>::max() : score(documents[at], words);
        if (rank > 0)
            found.emplace_back(rank, &tool);
    }
    std::stable_sort(found.begin(), found.end(),
        [](const auto& one, const auto& other) { return one.first > other.first; });
    std::vector<const ServerTool*> tools;
    tools.reserve(found.size());
    for (const auto& [rank, tool] : found)
        tools.push_back(tool);
    return tools;
}

}
