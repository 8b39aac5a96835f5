export const firstNames = `
Aaron Abby Alan Alicia Allison Amanda Amy Ana Andre Andrea Angela Anita Anthony Ashley Ben Beth Bill Bob Bobby Bonnie
Brandon Brenda Brian Bruce Caleb Carla Carlos Carol Cathy Chad Charlie Chris Cindy Claire Cody Connie Craig Curtis Dale
Dan Dana Danny Darnell Dave Dawn Debbie Denise Derek Diane Don Donna Doug Earl Eddie Elena Eli Ellen Emily Eric Erin
Ernie Evan Fay Frank Fred Gary Gina Glenn Grace Greg Hank Hannah Harold Heather Heidi Holly Ian Isaac Jack Jake James
Jamie Janet Jasmine Jason Jay Jeff Jenna Jenny Jerry Jesse Jill Jim Joan Joe Joey Josh José Joy Juan Judy Julie Karen
Katie Keith Kelly Ken Kevin Kim Kyle Lance Larry Laura Lena Leon Linda Lisa Lori Luis Luke Lupe Maggie Marcus Maria
Mark Martha Marvin Mary Matt Megan Mei Mia Michelle Mike Mindy Molly Monica Nadia Nancy Naomi Nate Nick Nicole Nina
Omar Oscar Pam Patty Paul Pedro Pete Priya Quinn Rachel Ralph Randy Ray Rebecca René Ricardo Rick Rita Rob Robin Roger
Ron Rosa Roy Ruby Russ Ruth Ryan Sally Sam Samir Sandra Sara Scott Sean Shannon Sharon Sheila Shelly Simon Sofía Stan
Stella Steve Sue Susan Tammy Tanya Ted Teresa Terry Tim Tina Todd Tom Tony Tracy Trent Troy Tyler Valerie Vera Vince
Wade Wanda Wayne Wendy Will Yolanda Zach Zoë
`
  .trim()
  .split(/\s+/)

export const lastNames = `
Abbott Acosta Adkins Aguilar Albright Alvarez Amato Anders Applegate Archer Arnold Ashford Atwood Avila Baca Bachman
Bailey Barlow Barnett Bautista Beck Becker Benson Berg Bishop Blackwell Blake Blanchard Boone Bowers Boyd Bradshaw
Brandt Brennan Briggs Brock Brooks Buckley Burke Burns Byrd Cabrera Caldwell Callahan Calloway Camacho Carmichael
Carrillo Carver Castillo Chandler Chang Chávez Chen Choi Church Clayton Cobb Cole Combs Conley Cooke Corbin Cortez
Crawford Cross Cruz Cummings Dalton Daniels Das Dawson Delgado Desai Dickerson Dixon Dominguez Donahue Donovan Dorsey
Doyle Drake Duffy Duncan Dunn Durham D'Angelo Eaton Eklund Elliott Ellison Emerson Espinoza Estes Evans Farley Farrell
Faulkner Ferguson Figueroa Finch Fischer Fitzgerald Fleming Fletcher Flores Foley Forbes Foster Fowler Franklin Frazier
Friesen Frost Fuentes Gaines Gallagher Garner Garrison Garza Gentry Gibbs Gilbert Gill Glover Goodwin Graves Greer
Griggs Gruber Guerrero Gupta Gutiérrez Haas Hale Hammond Hancock Hansen Hardin Harmon Harper Hartman Hatfield Hayes
Hendricks Henson Herrera Hewitt Hickman Hobbs Hoffman Holcomb Holland Holt Horton Houston Hubbard Huber Huerta Huffman
Hurst Ibarra Ingram Iverson Jacobson Jarvis Jennings Jensen Johns Joyner Kane Kapoor Keller Kemp Kendrick Kerr Khan
Kim Kirby Kirk Klein Knapp Knox Koch Kowalski Kramer Krause Lam Lambert Landry Lang Larsen Lawson LeBlanc Leach Lemke
Lindgren Lindsey Little Livingston Locke Logan Lombardi Lowery Lucero Lund Lyons Madden Maddox Malone Manning Marquez
Marsh Massey Maxwell Mayer McAllister McBride McCabe McCall McClure McCoy McDaniel McGrath McKay McKnight McLean Mead
Medina Mejía Mercer Merritt Meyers Miles Monroe Montoya Mooney Morales Moran Moreno Morrow Mosley Mueller Mullins Muñoz
Nash Navarro Nelson Newell Ng Nguyen Nichols Nielsen Nolan Norris Novak Núñez O'Brien O'Connor O'Neill Ochoa Olsen
Orozco Ortega Osborne Owens Pace Padilla Palmer Park Parrish Patel Patrick Patterson Paulson Pearson Peck Pena Perkins
Petersen Phelps Pierce Pittman Poole Porter Potts Powers Pratt Preston Proctor Pruitt Quinn Ramsey Randall Rao Rasmussen
Reeves Reilly Reyes Rhodes Riggs Rinaldi Rivas Roach Robbins Rocha Rollins Romano Rosario Roth Rowe Rowland Rubio Ruiz
Russo Salas Sanders Sandoval Santana Sawyer Schaefer Schmitt Schneider Schroeder Schultz Sears Sellers Serrano Shaffer
Shah Sharp Shepherd Sherman Shields Short Silva Simmons Singh Skinner Slater Sloan Snyder Solis Sparks Stafford Stanton
Stark Steele Stein Stephens Stokes Stout Strickland Suárez Sutherland Sutton Swanson Sweeney Tanaka Tate Terrell Thornton
Tillman Torres Tran Travis Trevino Trujillo Tucker Underwood Valdez Valentine Vance Vargas Vaughn Vega Vogel Vu Wagner
Walden Walters Warner Watkins Weaver Webb Weber Weeks Weiss Welch West Wheeler Whitaker Whitfield Wiggins Wilcox Wiley
Wilkins Winters Wolfe Womack Woodard Wu Wyatt Yang Yates Yoder York Zamora Ziegler Zimmerman
`
  .trim()
  .split(/\s+/)
