// Pieces of HTML for notebooks and pages: text made safe, bars for numbers from 0 to 1, and the
// style that all of them share. It follows the colours of the page around it, light or dark.
#pragma once

#include <string>
#include <string_view>

namespace gntp {

// With &, <, >, " and ' as HTML writes them in text and in attributes, and what would steer the
// text around it made visible (visible.h); line ends stay.
std::string escape_html(std::string_view text);

// A number from 0 to 1, and how long it is as a bar.
std::string html_bar(double number);

// What `body` needs to look right, around it. Every piece is complete in itself.
std::string html_piece(std::string_view body);

// For pages with many pieces: the style that all of them begin with, and a piece without it.
std::string_view html_piece_style();
std::string_view without_style(std::string_view piece);

// The beginning and the end of a page that needs nothing from anywhere. `style` are <style>
// elements.
std::string html_page_start(std::string_view title, std::string_view style);
std::string html_page_end();

}  // namespace gntp
