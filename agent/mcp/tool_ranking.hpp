#pragma once

#include "agent/mcp/definitions.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

// Returns the words of text::words_in_name() without a plural "s".
std::vector<std::string> words_of(std::string_view text);

// Ranks the tools of servers for a query, by BM25 with the usual constants (k1 1.2, b 0.75;
// Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). A word in the name of a
// tool counts three times, in the name of its server twice, in its title or description once, and
// in the names and descriptions of its parameters half.
class ToolRanking {
public:
    // The tools must outlive this object.
    explicit ToolRanking(std::vector<const ServerTool*> ranked);

    const std::vector<const ServerTool*>& tools() const { return ranked; }

    // Returns the tools that contain a word of the query, best first; ties keep their order. A tool
    // whose name (the server's or the model's) equals the whole query comes first.
    std::vector<const ServerTool*> best(std::string_view query) const;

private:
    struct Document {
        std::map<std::string, double> counts = {}; // number of occurrences by word
        double length = 0;
    };
    double score(const Document& document, const std::vector<std::string>& query) const;

    std::vector<const ServerTool*> ranked;
    std::vector<Document> documents; // in the order of `ranked`
    std::map<std::string, std::size_t> tools_with; // number of tools by word
    double mean_length = 1;
};

}
