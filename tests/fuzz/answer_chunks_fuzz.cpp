#include "fuzz.hpp"

#include "agent/model/chunk_normaliser.hpp"

#include <string>

using namespace agent::model;

// Whatever a server sends as a body in chunks: it is put right in the same way in whatever pieces
// it comes, and is not changed again.
void fuzz(std::string_view input)
{
    ChunkNormaliser whole;
    ChunkNormaliser pieces;
    ChunkNormaliser again;
    const std::string sound = whole.take(input);
    std::string in_pieces;
    for (std::size_t at = 0; at < input.size(); at += 3)
        in_pieces += pieces.take(input.substr(at, 3));
    must(in_pieces == sound);
    must(sound.starts_with(again.take(sound)));
}
