#pragma once

#include "agent/mcp/definitions.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

// Returns the words of a text in lower case, without the s of a plural: at each character that is
// neither an ASCII letter or digit nor part of a longer UTF-8 sequence, and where a capital begins
// a word of a name ("createIssue", "HTTPServer").
std::vector<std::string> words_of(std::string_view text);

// Ranks tools of servers for a query in words. The rank is BM25 with the usual constants (k1 1.2,
// b 0.75; Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over one bag of
// words for each tool: those of its name count 3 times, of its server 2 times, of its title and
// description once, of its parameters half.
class ToolRanking {
public:
    // The tools have to outlive it.
    explicit ToolRanking(std::vector<const ServerTool*> ranked);

    const std::vector<const ServerTool*>& tools() const { return ranked; }

    // Returns those that have a word of the query, best first, in the order of the tools where they
    // are equal. One whose name, of the server or for the model, is the query is the first.
    std::vector<const ServerTool*> best(std::string_view query) const;

private:
    struct Document {
        std::map<std::string, double> counts = {}; // of its words
        double length = 0;
    };
    double score(const Document& document, const std::vector<std::string>& query) const;

    std::vector<const ServerTool*> ranked;
    std::vector<Document> documents; // in the same order
    std::map<std::string, std::size_t> tools_with; // a word
    double mean_length = 1;
};

}
